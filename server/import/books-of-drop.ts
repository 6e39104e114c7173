import type { DraftFile, ImportWarning } from '#contract/import-draft';
import type { BlobStore } from '#server/blobs/blob-store';
import { nextTurn } from '#server/next-turn';
import type { FileRow, FileStorage } from '#server/media/file-storage';
import { mediaTypeOf } from '#server/media/stored-kinds';
import type { Staging } from '#server/media/staging';
import { type BookFiles, groupIntoBooks } from './draft/group.ts';
import { makeDraft } from './draft/make-draft.ts';
import { folderOf } from './draft/names.ts';
import { inNaturalOrder } from './draft/natural-order.ts';
import type { AudioFile, LeftOut } from './draft/read-file.ts';
import type { StoredDraft } from './draft/stored-draft.ts';
import type { KeptText } from './draft/text-details.ts';
import { warning } from './draft/warnings.ts';
import type { DroppedFile } from './dropped-file.ts';
import { type FoundCover, keepCovers } from './found-covers.ts';
import { isCompanion } from './read/file-kind.ts';
import type { LookedInto } from './read-drop.ts';

/** A file of a draft, stored where anything of it is kept. */
export interface KeptFile {
  readonly path: string;
  readonly kind: DraftFile['kind'];
  readonly key: string | null;
  readonly size: number;
  readonly seconds: number | null;
  readonly sha256: string | null;
  readonly problem: string | null;
}

/** A book of a drop, ready to be kept as a draft. */
export interface DropBook {
  readonly draft: StoredDraft;
  readonly texts: readonly KeptText[];
  readonly files: readonly KeptFile[];
  readonly covers: readonly FoundCover[];
}

export interface DropContent {
  readonly books: readonly DropBook[];
  /** Files that belong to none of the books and that somebody should hear of. */
  readonly leftOut: readonly LeftOut[];
}

export interface KeepDeps {
  readonly blobs: BlobStore;
  readonly staging: Staging;
  readonly files: FileStorage;
}

/** Sound that came out of an archive, or whose blob does not tell what it is, is stored as what it is. */
async function keepAudio(
  { blobs, staging, files }: KeepDeps,
  { found }: AudioFile,
  file: DroppedFile,
  stored: FileRow[],
): Promise<string> {
  if (file.key !== null && mediaTypeOf(file.key) === mediaTypeOf(`x.${found.extension}`)) return file.key;
  const stream = file.key === null ? undefined : await blobs.open(file.key);
  const staged = file.staged ?? (stream && (await staging.receiveStored('audio', stream)));
  if (!staged) throw new Error(`The blob ${file.key} is missing.`);
  const row = await files.storeAs(staged, found.extension);
  stored.push(row);
  return row.key;
}

const isWorthAWord = ({ path, problem }: LeftOut): boolean =>
  !(problem.kind === 'foreign' && isCompanion(path));

/** Whose book a file that was left out belongs to: that of its folder, else the only one there is. */
function ownerOf(path: string, books: readonly BookFiles[]): BookFiles | undefined {
  const inFolder = books.filter(({ folder }) => folder !== '' && folder === folderOf(path));
  return inFolder.length === 1 ? inFolder[0] : books.length === 1 ? books[0] : undefined;
}

/**
 * Makes drafts of what was found in a drop, one for each book, and stores what they keep. Whoever calls removes what `stored`
 * holds when nothing comes of them.
 */
export async function booksOfDrop(
  deps: KeepDeps,
  found: readonly LookedInto[],
  stored: FileRow[],
): Promise<DropContent> {
  const fileAt = new Map(found.map(({ file }) => [file.path, file]));
  const reads = found.map(({ read }) => read);
  const groups = groupIntoBooks(reads);
  const leftOut = reads.filter((file): file is LeftOut => file.kind === 'left-out');
  const books: DropBook[] = [];
  for (const group of groups) {
    // A drop may have hundreds, each with a book's whole text.
    await nextTurn();
    const own = leftOut.filter(({ path }) => ownerOf(path, groups) === group);
    const used = [
      ...(group.epub ? [group.epub] : []),
      ...(group.json ? [group.json] : []),
      ...group.audio,
      ...group.cues,
      ...group.pictures,
      ...own,
    ];
    const listed = used.toSorted((a, b) => inNaturalOrder(a.path, b.path));
    const places = new Map(listed.map(({ path }, index) => [path, index]));
    const problems: ImportWarning[] = own
      .filter(isWorthAWord)
      .map(({ path, problem }) => warning(problem.kind, problem.message, path));
    const made = await makeDraft(group, (path) => places.get(path) ?? 0, problems);
    const covers = await keepCovers(deps, group, made, (path) => fileAt.get(path), stored);
    const files: KeptFile[] = [];
    for (const read of listed) {
      const file = fileAt.get(read.path);
      const base = { path: read.path, size: read.size, sha256: file?.sha256 ?? null };
      if (read.kind === 'audio' && file)
        files.push({
          ...base,
          kind: 'audio',
          key: await keepAudio(deps, read, file, stored),
          seconds: read.found.seconds,
          problem: null,
        });
      else
        files.push({
          ...base,
          kind: read.kind === 'left-out' ? read.as : read.kind,
          key: null,
          seconds: null,
          problem: read.kind === 'left-out' ? read.problem.message : null,
        });
    }
    books.push({
      draft: { ...made.draft, cover: covers.length > 0 ? 0 : null },
      texts: made.texts,
      files,
      covers,
    });
  }
  return {
    books,
    leftOut: leftOut.filter((file) => isWorthAWord(file) && ownerOf(file.path, groups) === undefined),
  };
}
