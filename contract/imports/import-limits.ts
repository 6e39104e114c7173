/* Words and bounds of imports. Imports nothing, so that a process that only reads files begins at once. */

/** What one drop may hold. Sizes in bytes. */
export const importLimits = {
  maxFiles: 2_000,
  maxBatchBytes: 20 * 1024 ** 3,
  maxChapters: 3_000,
  maxTextItems: 100_000,
  maxTextItemLength: 20_000,
  maxPathLength: 1_000,
  maxCovers: 12,
  maxCandidates: 8,
  /** Keys, entries, objects and lists of a corrected draft: all chapters, with some of their texts split and put together. */
  maxDraftValues: 250_000,
  /** Days until a draft that nobody accepted goes, with its files. */
  draftDays: 30,
  /** Entries of an archive, what they hold unpacked, and how many times larger than packed one may be. */
  maxArchiveEntries: 5_000,
  maxArchiveTextBytes: 300 * 1024 * 1024,
  maxArchiveEntryBytes: 30 * 1024 * 1024,
  maxArchiveRatio: 200,
} as const;

/**
 * `receiving`: files are still on their way. `reading`: they are being looked into. `ready`: the draft can be reviewed.
 * `failed`: nothing in it could be read.
 */
export const importStates = ['receiving', 'reading', 'ready', 'accepted', 'discarded', 'failed'] as const;
export type ImportState = (typeof importStates)[number];

/** The fields of a book that files know about. */
export const draftFieldNames = ['name', 'author', 'narrator', 'description', 'year', 'language'] as const;
export type DraftFieldName = (typeof draftFieldNames)[number];

/**
 * Where a value came from. `tags`: the audio file's tags. `epub`, `json`: that file. `path`: the name of a file or folder.
 * `contents`: the EPUB's contents. `headings`: headings in its text. `cue`, `markers`: chapter marks of that kind. `files`: one
 * chapter a file. `text`: guessed from the text itself. `hand`: typed by somebody. `none`: nothing was found.
 */
export const draftSources = [
  'tags',
  'epub',
  'json',
  'path',
  'contents',
  'headings',
  'cue',
  'markers',
  'files',
  'text',
  'hand',
  'none',
] as const;
export type DraftSource = (typeof draftSources)[number];

/** What can be left out of a book. */
export const leftOutKinds = ['text', 'audio', 'image', 'file'] as const;

/**
 * What is wrong or doubtful. `unreadable`, `protected`, `foreign`, `limit`: about one file, which was left out. `language`:
 * unknown, or that of the text differs. `duration`: chapters and audio differ by more than 2 %. `same_book`: title and author
 * exist. `same_audio`: the same sound exists. `pairing`: text and sound chapters do not fit well. `incomplete`: a book without
 * its sound or chapters. `damaged`: read as far as it went. `duplicate`: the same audio twice in one book.
 */
export const warningKinds = [
  'unreadable',
  'protected',
  'foreign',
  'limit',
  'damaged',
  'language',
  'duration',
  'same_book',
  'same_audio',
  'same_import',
  'pairing',
  'incomplete',
  'duplicate',
] as const;
export type WarningKind = (typeof warningKinds)[number];
