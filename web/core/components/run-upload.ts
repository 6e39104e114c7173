import { type ApiErrorDetails, isAborted } from '#web/core/api/api-error.ts';
import type { createImportsApi } from '#web/core/api/imports-api.ts';
import type { UploadedFile } from '#web/core/lib/dropped-files.ts';
import { createTimeLeft } from '#web/core/lib/time-left.ts';
import type { ImportBatch, UploadProblem } from '#web/core/store/import-batches.slice.ts';

/** One file that is uploaded. */
export interface BatchUpload {
  /** The upload on the server, and its import if the same file was uploaded before. */
  readonly started: Promise<{ readonly id: string; readonly importId: number | undefined }>;
  /** Resolves when the whole file is uploaded. */
  readonly done: Promise<unknown>;
}

export interface RunUploadOptions {
  readonly files: readonly UploadedFile[];
  readonly api: Pick<ReturnType<typeof createImportsApi>, 'create' | 'list' | 'remove'>;
  /** Returns a new idempotency key for each distinct request. */
  readonly newKey: () => string;
  /** Aborting stops all uploads and deletes the import on the server. */
  readonly signal: AbortSignal;
  readonly upload: (
    uploadedFile: UploadedFile,
    options: {
      readonly signal: AbortSignal;
      readonly onProgress: (sentBytes: number) => void;
      /** Called when the upload pauses or resumes by itself, for example without a network. */
      readonly onPaused: (isPaused: boolean) => void;
    },
  ) => BatchUpload;
  readonly toApiErrorDetails: (error: unknown) => ApiErrorDetails;
  readonly change: (changes: Partial<ImportBatch>) => void;
  /** Resolves when the imports should be read again. */
  readonly jobNotifications: () => Promise<unknown>;
}

/** The number of files sent at the same time. */
const PARALLEL_UPLOADS = 3;
const SHOW_MS = 200;

interface Sent {
  readonly path: string;
  readonly id: string;
  readonly importId: number | undefined;
  isUploaded: boolean;
}

/**
 * Uploads files, creates one import when the server has registered all of them, and polls it until the proposals exist. Files that cannot
 * be uploaded are reported, and the others continue.
 */
export async function runUpload(options: RunUploadOptions): Promise<'done' | 'failed' | 'cancelled'> {
  const { files, api, newKey, signal, toApiErrorDetails, change } = options;
  let importId: number | undefined;
  const createImport = async (uploads: readonly Sent[]) => {
    const newUploads = uploads.filter((upload) => upload.importId === undefined);
    const namedUploads = newUploads.map(({ id, path }) => ({ upload_id: id, path }));
    if (namedUploads.length === 0) return uploads[0]?.importId;
    return (await api.create({ files: namedUploads }, newKey()))?.id;
  };
  try {
    const { known, done } = sendAll(options);
    const uploads = await known;
    if (uploads.length > 0 && !signal.aborted) {
      importId = await createImport(uploads);
      change({ importId });
    }
    await done;
    if (signal.aborted) return 'cancelled';
    const uploadedFiles = uploads.filter(({ isUploaded }) => isUploaded);
    if (uploadedFiles.length < uploads.length && importId !== undefined) {
      // The server would wait for files that are never uploaded, so the import is replaced.
      await api.remove(importId);
      importId = uploadedFiles.length > 0 ? await createImport(uploadedFiles) : undefined;
      change({ importId });
    }
    if (importId === undefined) {
      change({ stage: 'failed' });
      return 'failed';
    }
    change({ stage: 'reading', sent: files.reduce((sum, { file }) => sum + file.size, 0) });
    return await follow(options, importId);
  } catch (error) {
    if (signal.aborted) return 'cancelled';
    change({ stage: 'failed', error: toApiErrorDetails(error).message });
    return 'failed';
  } finally {
    if (signal.aborted && importId !== undefined) await api.remove(importId).catch(() => undefined);
  }
}

/**
 * Uploads the files. `known` resolves when the server has registered all accepted files. `done` resolves when all are uploaded or failed.
 */
function sendAll({ files, signal, upload, toApiErrorDetails, change }: RunUploadOptions) {
  const queue = files.entries();
  const uploads: (Sent | undefined)[] = [];
  const problems: UploadProblem[] = [];
  const startSignal = Promise.withResolvers<undefined>();
  let unknown = files.length;
  const progress = createProgress(files, change);

  const send = async (index: number, uploadedFile: UploadedFile) => {
    const { path, file } = uploadedFile;
    const countKnown = () => {
      unknown -= 1;
      if (unknown === 0) startSignal.resolve(undefined);
    };
    let isCounted = false;
    try {
      const { started: uploadStarted, done } = upload(uploadedFile, {
        signal,
        onProgress: (sentBytes) => progress(index, sentBytes),
        onPaused: (isPaused) => change({ isPaused }),
      });
      // Prevents an unhandled rejection if it fails before it is awaited.
      done.catch(() => undefined);
      const entry: Sent = { path, ...(await uploadStarted), isUploaded: false };
      uploads[index] = entry;
      countKnown();
      isCounted = true;
      await done;
      entry.isUploaded = true;
      progress(index, file.size);
    } catch (error) {
      if (!isCounted) countKnown();
      if (signal.aborted || isAborted(error)) return;
      problems.push({ path, message: toApiErrorDetails(error).message });
      change({ problems: [...problems] });
    }
  };
  const uploadNext = async () => {
    for (const [index, uploadedFile] of queue) await send(index, uploadedFile);
  };
  const uploadsDone = Promise.all(Array.from({ length: PARALLEL_UPLOADS }, uploadNext));
  const knownUploads = startSignal.promise.then(() => uploads.filter((sentFile) => sentFile !== undefined));
  return { known: knownUploads, done: uploadsDone };
}

/** Sums up the sent bytes, reports them a few times per second, and estimates the remaining time. */
function createProgress(files: readonly UploadedFile[], change: (changes: Partial<ImportBatch>) => void) {
  const sentBytes = files.map(() => 0);
  const timeLeft = createTimeLeft(files.reduce((sum, { file }) => sum + file.size, 0));
  let lastUpdateAt = 0;
  return (index: number, bytes: number) => {
    sentBytes[index] = bytes;
    const time = performance.now();
    if (time - lastUpdateAt < SHOW_MS) return;
    lastUpdateAt = time;
    const sum = sentBytes.reduce((all, byteCount) => all + byteCount, 0);
    change({ sent: sum, secondsLeft: timeLeft(sum) });
  };
}

/** Polls the proposals of an import batch until all files are processed. */
async function follow(
  { api, signal, change, jobNotifications }: RunUploadOptions,
  importId: number,
): Promise<'done' | 'cancelled'> {
  for (;;) {
    if (signal.aborted) return 'cancelled';
    try {
      const query = { page: 1, items_per_page: 1, batch_id: importId };
      const { items, total, counts } = await api.list(query, { signal });
      const [first] = items;
      const isMoving = (counts?.receiving ?? 0) + (counts?.reading ?? 0) > 0;
      change({ counts, ...(!isMoving && { stage: 'done', onlyId: total === 1 ? first?.id : undefined }) });
      if (!isMoving) return 'done';
    } catch {
      // The next request may succeed. Processing continues on the server.
    }
    await jobNotifications();
  }
}
