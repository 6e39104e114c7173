import { type Upload, tusVersion, uploadEndpoints, uploadLimits } from '#contract/uploads/uploads';
import { ApiError } from './api-error.ts';
import { type ApiClient, readData } from './client.ts';

export interface FileUploadOptions {
  readonly client: ApiClient;
  readonly file: File;
  /** Identifies the file within the account. Choosing it again resumes the upload. */
  readonly key: string;
  /** The storage for started uploads. */
  readonly storage: Storage;
  /** Aborting it stops the upload and deletes it on the server. */
  readonly signal: AbortSignal;
  /** Called with the number of bytes stored or being sent. */
  readonly onProgress: (sentBytes: number) => void;
  /** Called when the upload starts or stops waiting for the network or the server. It resumes by itself. */
  readonly onPaused: (isPaused: boolean) => void;
  readonly pause: (ms: number, signal: AbortSignal) => Promise<void>;
}

const pausesMs = [1_000, 2_000, 5_000, 10_000, 30_000];

/** Returns true for temporary errors: no response, a lock of another request, a busy server. */
const isTemporaryError = (error: unknown): boolean =>
  error instanceof ApiError &&
  error.kind !== 'aborted' &&
  (error.status === 0 ||
    error.status === 409 ||
    error.status === 423 ||
    error.status === 429 ||
    error.status >= 500) &&
  error.status !== 507;

const tus = { 'tus-resumable': tusVersion };

/** Encodes text as Base64 of UTF-8, as the tus protocol requires. */
function inBase64(text: string): string {
  const bytes = new TextEncoder().encode(text);
  return btoa(Array.from(bytes, (byte) => String.fromCodePoint(byte)).join(''));
}

/** The prefix of storage keys with the IDs of unfinished uploads. */
const prefix = 'lectern-upload:';

/**
 * Uploads a file in parts. Each acknowledged part is stored. Interrupted uploads resume automatically, or when the same file is chosen
 * again, also after a reload. `started` resolves when the server has created the upload, `done` after the last byte.
 */
export function uploadFile(options: FileUploadOptions) {
  const { client, file, storage, signal, onProgress, onPaused, pause } = options;
  const key = `${prefix}${options.key}`;
  const forget = () => storage.removeItem(key);
  const pathOf = (id: string) => uploadEndpoints.get.path.replace(':upload', id);

  /** Retries until success, a permanent error, or cancellation. */
  async function retryUpload<Value>(request: () => Promise<Value>): Promise<Value> {
    for (let attempt = 0; ; attempt += 1) {
      try {
        const value = await request();
        if (attempt > 0) onPaused(false);
        return value;
      } catch (error) {
        if (signal.aborted || !isTemporaryError(error)) throw error;
        onPaused(true);
        await pause(pausesMs[Math.min(attempt, pausesMs.length - 1)] ?? 0, signal);
      }
    }
  }

  const read = async (id: string) =>
    readData(await client.call({ method: 'GET', path: pathOf(id), signal })) as Upload;

  async function findEarlier(): Promise<Upload | undefined> {
    const id = storage.getItem(key);
    if (id === null) return undefined;
    try {
      const earlier = await retryUpload(() => read(id));
      if (earlier.size === file.size && earlier.state !== 'failed') return earlier;
    } catch (error) {
      if (!(error instanceof ApiError) || (error.status !== 404 && error.status !== 410)) throw error;
    }
    forget();
    return undefined;
  }

  async function create(): Promise<Upload> {
    const headers = {
      ...tus,
      'upload-length': String(file.size),
      'upload-metadata': `filename ${inBase64(file.name)}`,
    };
    const response = await retryUpload(() =>
      client.call({ method: 'POST', path: uploadEndpoints.list.path, headers, signal }),
    );
    const upload = readData(response) as Upload;
    try {
      storage.setItem(key, upload.id);
    } catch {
      // Storage errors only prevent resuming after a reload.
    }
    return upload;
  }

  async function sendPart(id: string, offset: number): Promise<void> {
    const part = file.slice(offset, offset + uploadLimits.partBytes);
    await client.call({
      // Some proxies allow only POST.
      method: 'POST',
      path: pathOf(id),
      bytes: part,
      headers: {
        ...tus,
        'x-http-method-override': 'PATCH',
        'content-type': 'application/offset+octet-stream',
        'upload-offset': String(offset),
      },
      signal,
      onUploadProgress: (fraction) => onProgress(offset + Math.round(fraction * part.size)),
    });
  }

  async function sendRemaining(upload: Upload): Promise<void> {
    let offset = upload.received;
    onProgress(offset);
    while (offset < file.size && upload.state === 'receiving') {
      let hasFailed = false;
      await retryUpload(async () => {
        // A failed part may have arrived partly or completely.
        if (hasFailed) offset = (await read(upload.id)).received;
        hasFailed = true;
        if (offset < file.size) await sendPart(upload.id, offset);
      });
      offset = Math.min(offset + uploadLimits.partBytes, file.size);
    }
    forget();
  }

  const uploadInfo = findEarlier().then((earlier) => earlier ?? create());
  const completion = uploadInfo.then(async (upload) => {
    try {
      await sendRemaining(upload);
    } catch (error) {
      if (signal.aborted) {
        forget();
        const headers = { ...tus };
        await client.call({ method: 'DELETE', path: pathOf(upload.id), headers }).catch(() => undefined);
      }
      throw error;
    }
  });
  // Prevents unhandled rejections. Callers that await a promise still receive the error.
  uploadInfo.catch(() => undefined);
  completion.catch(() => undefined);
  return { started: uploadInfo, done: completion };
}
