/* Names and limits of imports. The module imports nothing, so a process that only reads files starts quickly. */

/** Limits of one import batch. Sizes in bytes. */
export const importLimits = {
  maxFiles: 2_000,
  maxBatchBytes: 20_000_000_000,
  maxChapters: 3_000,
  maxTextItems: 100_000,
  maxTextItemLength: 20_000,
  maxPathLength: 1_000,
  maxCovers: 12,
  /** The maximum size of a cover, which is scaled down. */
  maxCoverBytes: 64 * 1024 * 1024,
  maxCandidates: 8,
  maxSeries: 20,
  /** Limit for keys, entries, objects and lists of a corrected proposal. */
  maxProposalValues: 250_000,
  /** Days until a proposal that was not accepted is deleted, with its files. */
  proposalDays: 30,
  /** Limits of an archive: entries, unpacked size, and compression ratio. */
  maxArchiveEntries: 5_000,
  maxArchiveTextBytes: 300 * 1024 * 1024,
  maxArchiveEntryBytes: 30 * 1024 * 1024,
  maxArchiveRatio: 200,
} as const;

/**
 * `receiving`: files are uploading. `reading`: files are processed. `ready`: the proposal can be reviewed. `failed`:
 * no file could be read.
 */
export const importStates = ['receiving', 'reading', 'ready', 'accepted', 'discarded', 'failed'] as const;
export type ImportState = (typeof importStates)[number];

/**
 * Source of a value. `tags`: the audio file's tags. `epub`, `json`: that file. `path`: the name of a file or folder.
 * `contents`: the EPUB's contents. `headings`: headings in its text. `cue`, `markers`: chapter markers of that kind. `files`:
 * one chapter per file. `text`: guessed from the text. `manual`: entered by a user. `none`: no value.
 */
export const proposalSources = [
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
  'manual',
  'none',
] as const;
export type ProposalSource = (typeof proposalSources)[number];

/** Kinds of skipped content. */
export const excludedKinds = ['text', 'audio', 'image', 'file'] as const;

/**
 * Problems of an import. `unreadable`, `protected`, `unsupported`, `limit`: a file was skipped. `language`: unknown, or different
 * from that of the text. `duration`: chapters and audio differ by more than 2 %. `same_book`: title and author exist.
 * `same_isbn`: a book has the ISBN. `same_audio`: the same audio exists. `pairing`: text and audio chapters match poorly. `incomplete`: a book without its audio
 * or chapters. `damaged`: read up to the damage. `duplicate`: the same audio twice in one book.
 * `edition`: the first edition of the work is not in the catalogue.
 */
export const warningKinds = [
  'unreadable',
  'protected',
  'unsupported',
  'limit',
  'damaged',
  'language',
  'duration',
  'same_book',
  'same_isbn',
  'same_audio',
  'same_import',
  'pairing',
  'edition',
  'incomplete',
  'duplicate',
] as const;
export type WarningKind = (typeof warningKinds)[number];
