import type { ProposalFile, ImportWarning, ExcludedEntry } from '#contract/imports/import-proposal';
import type { BlobStore } from '#server/core/blobs/blob-store';
import { yieldToEventLoop } from '#server/core/yield-to-event-loop';
import type { FileRow, FileStorage } from '#server/core/media/file-storage';
import { mediaTypeOf } from '#server/core/media/stored-types';
import type { Staging } from '#server/core/media/staging';
import { type BookFiles, groupIntoBooks } from './proposal/group.ts';
import { excludedFile } from './proposal/excluded-files.ts';
import { makeProposal } from './proposal/make-proposal.ts';
import { folderOf } from './proposal/names.ts';
import { inNaturalOrder } from './proposal/natural-order.ts';
import type { AudioFile, UnreadFile, ReadFile } from './proposal/read-file.ts';
import type { StoredProposal } from './proposal/stored-proposal.ts';
import type { StoredProposalText } from './proposal/text-details.ts';
import { warning } from './proposal/warnings.ts';
import type { UploadedFile } from './uploaded-file.ts';
import { type ParsedCover, keepCovers } from './cover-candidates.ts';
import { isAccompanyingFile } from './parsers/file-names.ts';
import type { SubjectInFile } from './parsers/parsed.ts';
import type { InspectedFile } from './read-batch.ts';

/** A file of a proposal. It has a key when its bytes are stored. */
export interface RetainedFile {
  readonly path: string;
  readonly kind: ProposalFile['kind'];
  readonly key: string | null;
  readonly size: number;
  readonly seconds: number | null;
  readonly sha256: string | null;
  readonly problem: string | null;
}

/** A book found in a batch, ready to be stored as a proposal. */
export interface BatchBook {
  readonly proposal: StoredProposal;
  /** The subjects of the EPUB, to compare with the schemes. */
  readonly subjects: readonly SubjectInFile[];
  readonly texts: readonly StoredProposalText[];
  readonly files: readonly RetainedFile[];
  readonly covers: readonly ParsedCover[];
}

export interface BatchContent {
  readonly books: readonly BatchBook[];
  /** Files that belong to no book and are reported to the user. */
  readonly excluded: readonly UnreadFile[];
}

export interface KeepDeps {
  readonly blobs: BlobStore;
  readonly staging: Staging;
  readonly files: FileStorage;
}

/** Stores audio from an archive, and audio whose key has the wrong extension, with the extension of its content. @returns the key */
async function keepAudio(
  { blobs, staging, files }: KeepDeps,
  {
    audio: { found },
    file,
    stored,
  }: { readonly audio: AudioFile; readonly file: UploadedFile; readonly stored: FileRow[] },
): Promise<string> {
  if (file.key !== null && mediaTypeOf(file.key) === mediaTypeOf(`x.${found.extension}`)) return file.key;
  const stream = file.key === null ? undefined : await blobs.open(file.key);
  const stagedFile = file.staged ?? (stream && (await staging.receiveStored('audio', stream)));
  if (!stagedFile) throw new Error(`The blob ${file.key} is missing.`);
  const row = await files.storeAs(stagedFile, found.extension);
  stored.push(row);
  return row.key;
}

const isReported = ({ path, problem }: UnreadFile): boolean =>
  !(problem.kind === 'unsupported' && isAccompanyingFile(path));

/** Returns the book of an excluded file: the book in its folder, else the only book. */
function ownerOf(path: string, books: readonly BookFiles[]): BookFiles | undefined {
  const inFolder = books.filter(({ folder }) => folder !== '' && folder === folderOf(path));
  return inFolder.length === 1 ? inFolder[0] : books.length === 1 ? books[0] : undefined;
}

/** Returns the index of the first image that is a cover; null when there is none. Users can choose other images. */
function coverOf(covers: readonly ParsedCover[]): number | null {
  const index = covers.findIndex(({ isCover }) => isCover);
  return index < 0 ? null : index;
}

/** Returns files that no book lists, each with the book whose review mentions it. */
function unusedFilesOf(
  reads: readonly ReadFile[],
  groups: readonly BookFiles[],
): { home: BookFiles | undefined; entry: ExcludedEntry }[] {
  const listedPaths = new Set(groups.flatMap(({ cues }) => cues.map(({ path }) => path)));
  return reads.flatMap((file) => {
    const isUnused =
      file.kind === 'unread'
        ? !isReported(file) && ownerOf(file.path, groups) === undefined
        : file.kind === 'cue' && !listedPaths.has(file.path);
    if (!isUnused) return [];
    const home = groups.find(({ folder }) => folder === folderOf(file.path)) ?? groups[0];
    const reason =
      file.kind === 'unread' ? file.problem.message : 'The file belongs to none of the books in its folder.';
    return [{ home, entry: excludedFile({ kind: 'file', name: file.path, reason }) }];
  });
}

/**
 * Creates one proposal for each book of a batch and stores their files. When the proposals are not stored, the caller deletes the files in
 * `storedFiles`.
 */
export async function booksOfBatch(
  deps: KeepDeps,
  parsedFiles: readonly InspectedFile[],
  storedFiles: FileRow[],
): Promise<BatchContent> {
  const fileAt = new Map(parsedFiles.map(({ file }) => [file.path, file]));
  const reads = parsedFiles.map(({ read }) => read);
  const groups = groupIntoBooks(reads);
  const unreadFiles = reads.filter((file): file is UnreadFile => file.kind === 'unread');
  const books: BatchBook[] = [];
  const strays = unusedFilesOf(reads, groups);
  for (const group of groups) {
    // A batch may have hundreds of books, each with its whole text.
    await yieldToEventLoop();
    const own = unreadFiles.filter(({ path }) => ownerOf(path, groups) === group);
    const usedFiles = [
      ...(group.epub ? [group.epub] : []),
      ...(group.json ? [group.json] : []),
      ...group.audio,
      ...(group.inner ?? []),
      ...group.cues,
      ...group.images,
      ...(group.otherImages ?? []),
      ...own,
    ];
    const sortedFiles = usedFiles.toSorted((a, b) => inNaturalOrder(a.path, b.path));
    const indexByPath = new Map(sortedFiles.map(({ path }, index) => [path, index]));
    const problems: ImportWarning[] = own
      .filter(isReported)
      .map(({ path, problem }) => warning(problem.kind, problem.message, path));
    const proposal = await makeProposal(group, (path) => indexByPath.get(path) ?? 0, {
      problems,
      hashOf: (path) => fileAt.get(path)?.sha256 ?? null,
    });
    const { covers, excluded: leftImages } = await keepCovers(deps, {
      bookFiles: group,
      createdProposal: proposal,
      fileAt: (path) => fileAt.get(path),
      stored: storedFiles,
    });
    const files: RetainedFile[] = [];
    for (const parsedFile of sortedFiles) {
      const file = fileAt.get(parsedFile.path);
      const base = { path: parsedFile.path, size: parsedFile.size, sha256: file?.sha256 ?? null };
      if (parsedFile.kind === 'audio' && file)
        files.push({
          ...base,
          kind: 'audio',
          key: await keepAudio(deps, { audio: parsedFile, file, stored: storedFiles }),
          seconds: parsedFile.found.seconds,
          problem: null,
        });
      else
        files.push({
          ...base,
          kind: parsedFile.kind === 'unread' ? parsedFile.as : parsedFile.kind,
          key: null,
          seconds: null,
          problem: parsedFile.kind === 'unread' ? parsedFile.problem.message : null,
        });
    }
    books.push({
      proposal: {
        ...proposal.proposal,
        cover: coverOf(covers),
        excluded: [
          ...(proposal.proposal.excluded ?? []),
          ...leftImages,
          ...strays.filter(({ home }) => home === group).map(({ entry }) => entry),
        ],
      },
      subjects: group.json ? [] : (group.epub?.found.subjects ?? []),
      texts: proposal.texts,
      files,
      covers,
    });
  }
  return {
    books,
    excluded: unreadFiles.filter((file) => isReported(file) && ownerOf(file.path, groups) === undefined),
  };
}
