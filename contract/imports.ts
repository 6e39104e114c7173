import { z } from 'zod';
import * as answers from './answers.ts';
import * as fields from './fields.ts';
import { limits } from './limits.ts';
import { always, documentedAs, named, withKeywords } from './notes.ts';

/*
 * From files to books. What somebody drops is an import; it is read in the background, and what was found in it is a draft
 * that people look at, correct and accept. Nothing of it is in the catalogue before that.
 */

export const importEndpoints = {
  list: { method: 'GET', path: '/imports' },
  get: { method: 'GET', path: '/imports/:id' },
  create: { method: 'POST', path: '/imports' },
  update: { method: 'PUT', path: '/imports/:id' },
  accept: { method: 'POST', path: '/imports/:id/accept' },
  acceptReady: { method: 'POST', path: '/imports/accept-ready' },
  retry: { method: 'POST', path: '/imports/:id/retry' },
  compare: { method: 'GET', path: '/imports/:id/compare' },
  texts: { method: 'GET', path: '/imports/:id/texts' },
  remove: { method: 'DELETE', path: '/imports/:id' },
} as const;

/** What one drop may hold. Sizes in bytes. */
export const importLimits = {
  maxFiles: 2_000,
  maxDropBytes: 20 * 1024 ** 3,
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
export const importStates = ['receiving', 'reading', 'ready', 'accepted', 'dropped', 'failed'] as const;
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

const source = z.enum(draftSources).describe('Where it came from.');
const position = (what: string) => withKeywords(z.int(), { minimum: 0 }).describe(what);
const exactSeconds = (what: string) => withKeywords(z.number(), { minimum: 0 }).describe(what);

const bookOfImport = named(
  'BookOfImport',
  z.object({ id: answers.id, code: answers.code, name: answers.name }),
);

/**
 * What is wrong or doubtful. `unreadable`, `protected`, `foreign`, `limit`: about one file, which was left out. `language`:
 * unknown, or that of the text differs. `duration`: chapters and audio differ by more than 2 %. `same_book`: title and author
 * exist. `same_audio`: the same sound exists. `pairing`: text and sound chapters do not fit well. `incomplete`: a book without
 * its sound or chapters. `damaged`: read as far as it went.
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
] as const;
export type WarningKind = (typeof warningKinds)[number];

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
  drop_id: answers.id.describe('The first import of the same drop: imports with the same one came together.'),
  user: z
    .object({ id: answers.id, name: answers.name })
    .nullable()
    .describe('Who dropped it; null from the command line.'),
  book: bookOfImport.nullable().describe('The book it was accepted as or put into; else null.'),
  created_at: answers.time.describe('When it was dropped.'),
  expires_at: answers.time.describe('When an unaccepted draft goes, with its files.'),
  ...answers.stamps,
};

/** An import as lists show it. */
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
      .enum(['audio', 'epub', 'archive', 'cue', 'json', 'picture', 'other'])
      .describe('What it is by its content.'),
    size: answers.count.describe('Bytes.'),
    seconds: exactSeconds('').nullable().describe('Of sound, with fractions; null for what is no sound.'),
    audio_url: answers.fileUrl('The sound, for listening during the review'),
    problem: z.string().nullable().describe('Why it was left out; null when it was read.'),
  }),
);
export type DraftFile = z.infer<typeof draftFile>;

const soundKeys = {
  file: position('Which of `files`, counted from 0.'),
  start: exactSeconds('Where it begins in that file, in seconds.'),
  end: exactSeconds('Where it ends, in seconds.'),
};

/** A chapter of sound as the files tell it. */
export const soundChapter = named(
  'SoundChapter',
  z.object({ ...soundKeys, title: z.string().describe('As it was found; may be empty.'), source }),
);
export type SoundChapter = z.infer<typeof soundChapter>;

/** A chapter of text as the files tell it, without its texts. */
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

/** Part of a chapter of text. */
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
    sound: z
      .object(soundKeys)
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

/** Everything of an import but its texts. The lists are empty until it was read. */
export const importDraft = named(
  'ImportDraft',
  z.object({
    ...summaryKeys,
    fields: draftFields,
    category_code: z.string().nullable().describe('The category that was chosen; null for none.'),
    sub_category_code: z.string().nullable().describe('The sub-category that was chosen; null for none.'),
    cover: position('').nullable().describe('Which of `covers`, counted from 0; null for none.'),
    covers: z.array(draftCover).describe('The pictures that were found, the best first.'),
    files: z.array(draftFile).describe('In natural order.'),
    sounds: z.array(soundChapter).describe('The chapters of the sound as they were found.'),
    texts: z.array(textChapter).describe('The chapters of the text as they were found.'),
    chapters: z.array(draftChapter).describe('The chapters the book will have, in order.'),
    warnings: z.array(importWarning).describe('What to look at before accepting.'),
  }),
);
export type ImportDraft = z.infer<typeof importDraft>;

const stateFilter = documentedAs(fields.filterText(20), z.enum(importStates));

export const importsQuery = z
  .object({
    ...fields.listKeys,
    search: fields.listKeys.search.describe(
      'Only imports whose title or author contains this text, whatever its case and accents. Blank counts as absent.',
    ),
    state: stateFilter.describe('Only imports in this state. Without it, all but the dropped ones.'),
    needs_look: fields.optionalBoolean.describe(
      'True: only those that are ready and have warnings, and those that failed. False: only those that are ready without any.',
    ),
    mine: fields.optionalBoolean.describe('True: only those that the caller dropped.'),
    drop_id: documentedAs(fields.filterText(20), fields.id).describe(
      'Only imports that came with this drop.',
    ),
  })
  .transform((raw) => {
    const { state, drop_id, ...rest } = fields.foldSearch(raw);
    return {
      ...rest,
      state: importStates.find((known) => known === state),
      /** Another word is a filter that nothing passes, not a filter left out. */
      isStateKnown: state === undefined || (importStates as readonly string[]).includes(state),
      drop_id: drop_id === undefined ? undefined : /^\d{1,9}$/.test(drop_id) ? Number(drop_id) : 0,
    };
  });
export type ImportsQuery = z.output<typeof importsQuery>;

/** Answered beside a page: what a screen shows above the list. */
export const importCounts = z
  .object({
    receiving: answers.count.describe('Files still on their way.'),
    reading: answers.count.describe('Being read.'),
    ready: answers.count.describe('Ready, without a warning.'),
    needs_look: answers.count.describe('Ready with warnings, or failed.'),
  })
  .describe('How many there are of each, over all pages and filters but `mine` and `drop_id`.');

const path = fields
  .requiredText(importLimits.maxPathLength, 'The path is needed')
  .describe('The path inside the drop, with `/` between folders; a file by itself has just its name.');

export const importCreate = named(
  'ImportCreate',
  z.object({
    files: fields
      .jsonList(
        z.object({
          upload_id: fields
            .requiredText(64, 'The upload is needed')
            .describe('An upload of the same account.'),
          path,
        }),
        importLimits.maxFiles,
        'files',
      )
      .describe('What was dropped, in any order. Uploads may still be under way.'),
  }),
);
export type ImportCreate = z.output<typeof importCreate>;

const seconds = z.number('Must be a number of seconds').min(0, 'Must not be negative').max(limits.maxInteger);
const index = z.int('Must be a position').min(0, 'Must be a position').max(limits.maxInteger);

const chapterInput = z.object({
  id: fields.requiredText(40, 'The id is needed').describe('As it was read, or a new one that is unique.'),
  name: fields.text(limits.maxNameLength).describe('What listeners will see. Blank: made of its number.'),
  sound: z
    .object({
      file: index.describe('Which of `files`.'),
      start: seconds.describe('Where it begins, in seconds.'),
      end: seconds.describe('Where it ends, in seconds.'),
    })
    .nullable()
    .default(null)
    .describe('Its sound; null for none.'),
  texts: z
    .array(
      z.object({
        text: index.describe('Which of `texts`.'),
        from: index.describe('The first text item of it.'),
        to: index.describe('The text item behind the last one.'),
      }),
    )
    .max(importLimits.maxChapters)
    .default([])
    .describe('Its texts, in order.'),
});

const fieldInput = (max: number) => fields.optionalText(max);

/** A corrected draft. Keys that are absent stay as they are. */
export const importUpdate = named(
  'ImportUpdate',
  z.object({
    id: fields.id,
    version: fields.version,
    fields: z
      .object({
        name: fieldInput(limits.maxNameLength).describe('The title.'),
        author: fieldInput(limits.maxNameLength).describe(
          'Who wrote it. Blank: the provider of the catalogue.',
        ),
        narrator: fieldInput(limits.maxNameLength).describe('Who reads it.'),
        description: fieldInput(limits.maxDescriptionLength).describe('May have several lines.'),
        year: fieldInput(10).describe('When it appeared; blank for none.'),
        language: fieldInput(10).describe('The number of the language.'),
      })
      .optional()
      .describe('The fields that change.'),
    category_code: fields.optionalCode.describe('A category; an empty text for none.'),
    sub_category_code: fields.optionalCode.describe('A sub-category; an empty text for none.'),
    cover: index.nullable().optional().describe('Which of `covers`; null for none.'),
    chapters: fields
      .jsonList(chapterInput, importLimits.maxChapters, 'chapters')
      .optional()
      .describe('All chapters, in order: what is not among them is left out of the book.'),
  }),
);
export type ImportUpdate = z.output<typeof importUpdate>;

/** What of a draft can be put into a book that exists. */
export const mergeFieldNames = [
  'name',
  'author',
  'narrator',
  'description',
  'year',
  'language',
  'category',
  'cover',
  'chapters',
] as const;
export type MergeFieldName = (typeof mergeFieldNames)[number];

export const importAccept = named(
  'ImportAccept',
  z.object({
    id: fields.id,
    version: fields.version,
    book_id: fields.optionalId.describe('Put it into this book instead of making one.'),
    book_version: fields.version,
    take: z
      .array(z.enum(mergeFieldNames))
      .max(mergeFieldNames.length)
      .optional()
      .describe('What that book takes of the draft; the rest of it stays as it is. Needed with `book_id`.'),
  }),
);
export type ImportAccept = z.output<typeof importAccept>;

export const acceptReady = named(
  'AcceptReady',
  z.object({
    drop_id: fields.optionalId.describe('Only those of this drop. Absent: all of the caller’s own.'),
  }),
);

export const acceptedReady = named(
  'AcceptedReady',
  z.object({
    accepted: answers.count.describe('How many became books.'),
    remaining: answers.count.describe('How many are left for the next call: one call takes a bounded time.'),
    failed: z
      .array(
        z.object({
          id: answers.id,
          name: answers.name,
          sentence: z.string().describe('Why it was left, in a sentence.'),
        }),
      )
      .describe('Those that could not be accepted. They stay, with a warning.'),
  }),
);

export const compareQuery = z.object({
  book_id: fields.id.describe('The book to compare with.'),
});

/** A book and a draft, side by side. */
export const comparison = named(
  'ImportComparison',
  z.object({
    book: bookOfImport,
    book_version: always(withKeywords(z.int(), { minimum: 1 })).describe(
      'Send it with the accept, to be refused when the book was changed meanwhile.',
    ),
    rows: z
      .array(
        z.object({
          field: z.enum(mergeFieldNames).describe('What is compared.'),
          today: z.string().describe('What the book has, in words; an address for a cover.'),
          found: z.string().describe('What the draft has, in words; an address for a cover.'),
          is_same: z.boolean().describe('Whether they are equal.'),
          is_locked: z
            .boolean()
            .describe(
              'Whether somebody edited it by hand since it was imported: it changes only when it is ticked.',
            ),
          is_proposed: z.boolean().describe('Whether to tick it at first.'),
        }),
      )
      .describe('Every field that a draft can change.'),
  }),
);
export type ImportComparison = z.infer<typeof comparison>;

export const textsQuery = z.object({
  chapter: z.coerce
    .number('Must be a position')
    .int('Must be a position')
    .min(0, 'Must be a position')
    .max(importLimits.maxChapters, 'Must be a position')
    .describe('Which of the draft’s `texts`, counted from 0.'),
  page: fields.listKeys.page,
  items_per_page: fields.listKeys.items_per_page,
});

export const importText = named(
  'ImportText',
  z.object({
    position: position('Which text item of the chapter, counted from 0.'),
    text: z.string().describe('What is read aloud.'),
  }),
);
