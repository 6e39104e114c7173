import { z } from 'zod';
import * as responseFields from '#contract/core/responses';
import { proposalSources, importStates, excludedKinds, warningKinds } from './import-limits.ts';
import { mapProposalFields } from './proposal-fields.ts';
import { MAX_SIMILAR, similarAuthor } from '#contract/contributors/authors';
import { recordItems } from '#contract/books/book-details';
import { sample } from '#contract/books/sample';
import { customItem } from '#contract/custom-fields/custom-values';
import { contributorRole } from '#contract/contributors/contributors';
import { always, namedSchema, withKeywords } from '#contract/core/schema-notes';

/* The content of imported files as proposed for a book. */

const source = z.enum(proposalSources).describe('The source of the record.');
const position = (what: string) => withKeywords(z.int(), { minimum: 0 }).describe(what);
const exactSeconds = (what: string) => withKeywords(z.number(), { minimum: 0 }).describe(what);

export const bookOfImport = namedSchema(
  'BookOfImport',
  z.object({ id: responseFields.id, code: responseFields.code, name: responseFields.name }),
);

export const importWarning = namedSchema(
  'ImportWarning',
  z.object({
    kind: z.enum(warningKinds).describe('The type of the warning.'),
    message: z.string().describe('The text of the warning.'),
    path: z.string().nullable().describe('The path of the file. Null for the whole import.'),
    book: bookOfImport.nullable().describe('The existing book that the import can update, or null.'),
  }),
);
export type ImportWarning = z.infer<typeof importWarning>;

const summaryKeys = {
  id: responseFields.id,
  state: z
    .enum(importStates)
    .describe(
      '`receiving`, `reading`, `ready` for review, `accepted`, or `failed` when nothing could be read.',
    ),
  name: z.string().describe('The title. Until it is known, the name of the upload.'),
  author: z.string().describe('The author. Empty if it is not known.'),
  language: responseFields.language,
  thumbnail_url: responseFields.fileUrl('The chosen cover, small enough for a row of a table'),
  chapter_count: responseFields.count.describe('The number of chapters.'),
  duration: responseFields.seconds.describe('The duration of the audio, in seconds.'),
  text_count: responseFields.count.describe('The number of text items.'),
  file_count: responseFields.count.describe('The number of uploaded files.'),
  size: responseFields.count.describe('The size of these files in bytes.'),
  warning_count: responseFields.count.describe(
    'The number of warnings. An import with warnings needs review.',
  ),
  problems: z.array(z.string()).describe('The texts of the first three warnings.'),
  error: z.string().nullable().describe('The reason of the failure, or null.'),
  job_id: responseFields.id.nullable().describe('The job that processes the import, or null.'),
  batch_id: responseFields.id.describe(
    'The first import of the same upload. Imports that were uploaded together have the same value.',
  ),
  user: z
    .object({ id: responseFields.id, name: responseFields.name })
    .nullable()
    .describe('The user who uploaded the files. Null for the command line.'),
  book: bookOfImport.nullable().describe('The book that was created or updated, or null.'),
  created_at: responseFields.time.describe('The time of the upload.'),
  expires_at: responseFields.time.describe(
    'The time when an import that was not accepted expires, with its files.',
  ),
  ...responseFields.versionFields,
};

/** An import in lists. */
export const importSummary = namedSchema('ImportSummary', z.object(summaryKeys));
export type ImportSummary = z.infer<typeof importSummary>;

const candidate = z.object({
  value: z.string().describe('The value as it would be stored. A language is its number as text.'),
  source,
});

export const proposalField = namedSchema(
  'ProposalField',
  z.object({
    value: z.string().describe('The proposed or selected value. A language is its number as text.'),
    source,
    candidates: z.array(candidate).describe('All available values, the proposed one first.'),
  }),
);
export type ProposalField = z.infer<typeof proposalField>;

export const proposalFile = namedSchema(
  'ProposalFile',
  z.object({
    path: z.string().describe('The path of the uploaded file, including folders.'),
    kind: z
      .enum(['audio', 'epub', 'archive', 'cue', 'json', 'image', 'other'])
      .describe('The type of the file, from its content.'),
    size: responseFields.count.describe('The size in bytes.'),
    seconds: exactSeconds('')
      .nullable()
      .describe('The duration of audio in seconds, with decimals. Null for other files.'),
    audio_url: responseFields.fileUrl('The audio, for playback during the review'),
    problem: z.string().nullable().describe('The reason why the file was skipped, or null.'),
  }),
);
export type ProposalFile = z.infer<typeof proposalFile>;

const audioKeys = {
  file: position('The position in `files`, starting at 0.'),
  start: exactSeconds('The start in this file, in seconds.'),
  end: exactSeconds('The end in seconds.'),
};

/** An audio chapter as read from the files. */
export const audioChapter = namedSchema(
  'AudioChapter',
  z.object({ ...audioKeys, title: z.string().describe('The title from the file. It can be empty.'), source }),
);
export type AudioChapter = z.infer<typeof audioChapter>;

/** A text chapter as read from the files, without its texts. */
export const textChapter = namedSchema(
  'TextChapter',
  z.object({
    title: z.string().describe('The title from the file. It can be empty.'),
    item_count: responseFields.count.describe(
      'The number of text items. `GET /imports/{id}/texts` returns them.',
    ),
    characters: responseFields.count.describe('The total number of characters.'),
    beginning: z.string().describe('The first words.'),
    source,
  }),
);
export type TextChapter = z.infer<typeof textChapter>;

/** A range of a text chapter. */
const textRange = z.object({
  text: position('The position in `texts`, starting at 0.'),
  from: position('The first text item, starting at 0.'),
  to: position('The text item behind the last one.'),
});

export const proposalChapter = namedSchema(
  'ProposalChapter',
  z.object({
    id: z.string().describe('The ID, unique in the import. It stays the same when chapters are moved.'),
    name: z.string().describe('The name that listeners will see.'),
    name_source: source,
    audio: z.object(audioKeys).nullable().describe('The audio: a whole file or a part of it, or null.'),
    texts: z.array(textRange).describe('The texts in order. Empty if there are none.'),
    confidence: withKeywords(z.number(), { minimum: 0, maximum: 1 })
      .nullable()
      .describe('The estimated match of audio and text, from 0 to 1. Null if one of them is missing.'),
    reason: z.string().describe('The reason for the match. It can be empty.'),
  }),
);
export type ProposalChapter = z.infer<typeof proposalChapter>;

export const proposalCover = namedSchema(
  'ProposalCover',
  z.object({
    image_url: responseFields.fileUrl('The image'),
    thumbnail_url: responseFields.fileUrl('A thumbnail of the image'),
    path: z.string().describe('The file that contains it.'),
    source,
  }),
);
export type ProposalCover = z.infer<typeof proposalCover>;

/** Content of the files that is in no chapter, with the reason. */
export const excludedEntry = namedSchema(
  'ExcludedEntry',
  z.object({
    kind: z.enum(excludedKinds).describe('The type of the content.'),
    name: z.string().describe('The title, or the name of the file.'),
    reason: z.string().describe('The reason why it is not included.'),
    characters: responseFields.count
      .nullable()
      .describe('The number of characters of a text. Null for other content.'),
    seconds: exactSeconds('')
      .nullable()
      .describe('The duration of audio in seconds. Null for other content.'),
    text: position('')
      .nullable()
      .describe('The position in `texts`. To include it, name it in a chapter. Null for other content.'),
    file: position('')
      .nullable()
      .describe(
        'The position in `files`. To include it, use its audio in a chapter. Null for other content.',
      ),
  }),
);
export type ExcludedEntry = z.infer<typeof excludedEntry>;

/** A contributor of a proposal, compared with those of the catalogue. */
export const importContributor = namedSchema(
  'ImportContributor',
  z.object({
    name: z.string().describe('The name of the contributor.'),
    role: contributorRole,
    sort_name: z.string().describe('The sort name in the files. Empty if it is not known.'),
    is_known: z.boolean().describe('True if the catalogue has a contributor with this name.'),
    similar: z
      .array(similarAuthor)
      .describe(
        `Contributors of the catalogue with a similar name, most books first. At most ${MAX_SIMILAR}.`,
      ),
  }),
);
export type ImportContributor = z.infer<typeof importContributor>;

/** A series of the catalogue with a similar title. */
const similarSeries = namedSchema(
  'SimilarSeries',
  z.object({
    id: responseFields.id,
    title: responseFields.title,
    book_count: responseFields.count.describe('The number of books.'),
  }),
);

/** A series of a proposal, compared with those of the catalogue. */
export const importSeries = namedSchema(
  'ImportSeries',
  z.object({
    title: z.string().describe('The title of the series.'),
    position: z.string().describe('The position of the book as text. Can be blank.'),
    is_known: z
      .boolean()
      .describe(
        'True if a series with this title exists. Otherwise it is created with the book. Both require `series:edit`.',
      ),
    similar: always(z.array(similarSeries)).describe(
      `Series of the catalogue with a similar title, most books first, if none has this title. At most ${MAX_SIMILAR}.`,
    ),
  }),
);
export type ImportSeries = z.infer<typeof importSeries>;

const fields = z
  .object(mapProposalFields(() => proposalField))
  .describe('The fields of the book, with their sources and other available values.');

/** An import without its texts. The lists are empty until the files are read. */
export const importProposal = namedSchema(
  'ImportProposal',
  z.object({
    ...summaryKeys,
    fields,
    contributors: always(z.array(importContributor)).describe(
      'All contributors in order. The first author is `author`; the narrators are `narrator`.',
    ),
    series: always(z.array(importSeries)).describe('The series in the files.'),
    publication_record: always(namedSchema('PublicationRecord', z.object(recordItems))).describe(
      'The publication record of the new book, without the ISBN, which is in `fields`. Fields without a value are absent.',
    ),
    edition_of: z
      .object({ code: responseFields.code, name: responseFields.name })
      .optional()
      .describe('The first edition of an exported book. Absent if there is none.'),
    sample: sample
      .optional()
      .describe('The audio sample of an exported book. It is stored if the book has its chapter with audio.'),
    custom: customItem,
    category_code: z.string().nullable().describe('The selected category, or null.'),
    sub_category_code: z.string().nullable().describe('The selected sub-category, or null.'),
    cover: position('').nullable().describe('The position in `covers`, starting at 0, or null.'),
    covers: z.array(proposalCover).describe('The available covers, the best first.'),
    files: z.array(proposalFile).describe('The files in natural order.'),
    audios: z.array(audioChapter).describe('The chapters of the audio files.'),
    texts: z.array(textChapter).describe('The chapters of the text files.'),
    chapters: z.array(proposalChapter).describe('The chapters of the new book, in order.'),
    excluded: always(z.array(excludedEntry)).describe(
      'Content of the files that is in no chapter, with the reason.',
    ),
    warnings: z.array(importWarning).describe('The warnings to review before you accept the import.'),
  }),
);
export type ImportProposal = z.infer<typeof importProposal>;
