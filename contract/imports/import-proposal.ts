import { z } from 'zod';
import * as answers from '#contract/core/responses';
import { draftSources, importStates, leftOutKinds, warningKinds } from './import-limits.ts';
import { always, named, withKeywords } from '#contract/core/schema-notes';

/* The content of imported files as proposed for a book. */

const source = z.enum(draftSources).describe('Where it came from.');
const position = (what: string) => withKeywords(z.int(), { minimum: 0 }).describe(what);
const exactSeconds = (what: string) => withKeywords(z.number(), { minimum: 0 }).describe(what);

export const bookOfImport = named(
  'BookOfImport',
  z.object({ id: answers.id, code: answers.code, name: answers.name }),
);

export const importWarning = named(
  'ImportWarning',
  z.object({
    kind: z.enum(warningKinds).describe('What it is about.'),
    sentence: z.string().describe('What is wrong, in a sentence for people.'),
    path: z
      .string()
      .nullable()
      .describe('The file it is about, as it was dropped; null for the whole draft.'),
    book: bookOfImport
      .nullable()
      .describe('The book that exists already, into which the draft may be put; else null.'),
  }),
);
export type ImportWarning = z.infer<typeof importWarning>;

const summaryKeys = {
  id: answers.id,
  state: z
    .enum(importStates)
    .describe(
      '`receiving`, `reading`, `ready` for review, `accepted`, or `failed` when nothing could be read.',
    ),
  name: z.string().describe('The title that was found; until then the name of what was dropped.'),
  author: z.string().describe('Who wrote it; empty when nothing was found.'),
  language: answers.language,
  thumbnail_url: answers.fileUrl('The chosen cover, small enough for a row of a table'),
  chapter_count: answers.count.describe('How many chapters.'),
  duration: answers.seconds.describe('Whole seconds of sound.'),
  text_count: answers.count.describe('How many text items.'),
  file_count: answers.count.describe('How many files were dropped for it.'),
  size: answers.count.describe('Bytes of these files.'),
  warning_count: answers.count.describe('How many warnings there are. A draft with any needs a look.'),
  problems: z.array(z.string()).describe('The sentences of the first three warnings.'),
  error: z.string().nullable().describe('Why it failed; null unless it did.'),
  job_id: answers.id.nullable().describe('The job that reads it, for its progress; null when none does.'),
  batch_id: answers.id.describe(
    'The first import of the same drop: imports with the same one came together.',
  ),
  user: z
    .object({ id: answers.id, name: answers.name })
    .nullable()
    .describe('Who dropped it; null from the command line.'),
  book: bookOfImport.nullable().describe('The book it was accepted as or put into; else null.'),
  created_at: answers.time.describe('When it was dropped.'),
  expires_at: answers.time.describe('When an unaccepted draft goes, with its files.'),
  ...answers.versionFields,
};

/** An import in lists. */
export const importSummary = named('ImportSummary', z.object(summaryKeys));
export type ImportSummary = z.infer<typeof importSummary>;

const candidate = z.object({
  value: z.string().describe('As it would be stored; a language is its number, as text.'),
  source,
});

export const draftField = named(
  'DraftField',
  z.object({
    value: z.string().describe('What is proposed or was chosen; a language is its number, as text.'),
    source,
    candidates: z.array(candidate).describe('Everything that was found, the proposed one first.'),
  }),
);
export type DraftField = z.infer<typeof draftField>;

export const draftFile = named(
  'DraftFile',
  z.object({
    path: z.string().describe('As it was dropped, folders included.'),
    kind: z
      .enum(['audio', 'epub', 'archive', 'cue', 'json', 'image', 'other'])
      .describe('What it is by its content.'),
    size: answers.count.describe('Bytes.'),
    seconds: exactSeconds('').nullable().describe('Of sound, with fractions; null for what is no sound.'),
    audio_url: answers.fileUrl('The sound, for listening during the review'),
    problem: z.string().nullable().describe('Why it was left out; null when it was read.'),
  }),
);
export type DraftFile = z.infer<typeof draftFile>;

const audioKeys = {
  file: position('Which of `files`, counted from 0.'),
  start: exactSeconds('Where it begins in that file, in seconds.'),
  end: exactSeconds('Where it ends, in seconds.'),
};

/** An audio chapter as read from the files. */
export const audioChapter = named(
  'AudioChapter',
  z.object({ ...audioKeys, title: z.string().describe('As it was found; may be empty.'), source }),
);
export type AudioChapter = z.infer<typeof audioChapter>;

/** A text chapter as read from the files, without its texts. */
export const textChapter = named(
  'TextChapter',
  z.object({
    title: z.string().describe('As it was found; may be empty.'),
    item_count: answers.count.describe('How many text items; `GET /imports/{id}/texts` has them.'),
    characters: answers.count.describe('How long they are together.'),
    beginning: z.string().describe('The first words.'),
    source,
  }),
);
export type TextChapter = z.infer<typeof textChapter>;

/** A range of a text chapter. */
const textRange = z.object({
  text: position('Which of `texts`, counted from 0.'),
  from: position('The first text item of it, counted from 0.'),
  to: position('The text item behind the last one.'),
});

export const draftChapter = named(
  'DraftChapter',
  z.object({
    id: z
      .string()
      .describe('Unique in the draft. Kept when chapters are moved, so that edits can follow them.'),
    name: z.string().describe('What listeners will see.'),
    name_source: source,
    audio: z
      .object(audioKeys)
      .nullable()
      .describe('Its sound: a whole file or a part of one; null when it has none.'),
    texts: z.array(textRange).describe('Its texts, in order; empty when it has none.'),
    confidence: withKeywords(z.number(), { minimum: 0, maximum: 1 })
      .nullable()
      .describe('How well sound and text fit each other, 0 to 1; null unless both are there.'),
    reason: z
      .string()
      .describe('Why they were put together, in a sentence; empty when there is nothing to say.'),
  }),
);
export type DraftChapter = z.infer<typeof draftChapter>;

export const draftCover = named(
  'DraftCover',
  z.object({
    image_url: answers.fileUrl('The picture'),
    thumbnail_url: answers.fileUrl('The same picture, small'),
    path: z.string().describe('The file it was found in.'),
    source,
  }),
);
export type DraftCover = z.infer<typeof draftCover>;

/** Content of the files that is in no chapter, with the reason. */
export const leftOutEntry = named(
  'LeftOutEntry',
  z.object({
    kind: z.enum(leftOutKinds).describe('What it is.'),
    name: z.string().describe('Its title, or the file it is in.'),
    reason: z.string().describe('Why it is left out, in a sentence.'),
    characters: answers.count.nullable().describe('How long a text is; null for what is no text.'),
    seconds: exactSeconds('').nullable().describe('How long audio is; null for what is no audio.'),
    text: position('')
      .nullable()
      .describe('Which of `texts`: a chapter that names it includes it. Null for what is no text.'),
    file: position('')
      .nullable()
      .describe('Which of `files`: a chapter with audio of it includes it. Null for what is no audio.'),
  }),
);
export type LeftOutEntry = z.infer<typeof leftOutEntry>;

const draftFields = z
  .object({
    name: draftField,
    author: draftField,
    narrator: draftField,
    description: draftField,
    year: draftField,
    language: draftField,
  })
  .describe('The fields of the book, each with where it came from and what else was found.');

/** An import without its texts. The lists are empty until the files were read. */
export const importDraft = named(
  'ImportProposal',
  z.object({
    ...summaryKeys,
    fields: draftFields,
    category_code: z.string().nullable().describe('The category that was chosen; null for none.'),
    sub_category_code: z.string().nullable().describe('The sub-category that was chosen; null for none.'),
    cover: position('').nullable().describe('Which of `covers`, counted from 0; null for none.'),
    covers: z.array(draftCover).describe('The pictures that were found, the best first.'),
    files: z.array(draftFile).describe('In natural order.'),
    audios: z.array(audioChapter).describe('The chapters of the sound as they were found.'),
    texts: z.array(textChapter).describe('The chapters of the text as they were found.'),
    chapters: z.array(draftChapter).describe('The chapters the book will have, in order.'),
    left_out: always(z.array(leftOutEntry)).describe(
      'What of the files is in no chapter, each with its reason.',
    ),
    warnings: z.array(importWarning).describe('What to look at before accepting.'),
  }),
);
export type ImportProposal = z.infer<typeof importDraft>;
