import { z } from 'zod';
import * as answers from '#contract/core/responses';
import type { LongList } from '#contract/core/define-resource';
import * as fields from '#contract/core/fields';
import { limits } from '#contract/core/limits';
import { messages, valueMessages } from '#contract/core/messages';
import { documentedAs, named, withKeywords } from '#contract/core/schema-notes';

/*
 * The content of a book as one document: chapters with their times in the audio, and the text items of each. It is read and
 * saved whole. Entries are matched by id, so that only changes are written and codes change last. It is one file, because
 * each schema uses the ones before it.
 *
 * All times are seconds with fractions in the audio file of the chapter (its own, or that of the book). Moving a chapter
 * marker therefore moves no text.
 */

export const bookContentEndpoints = {
  get: { method: 'GET', path: '/books/:id/content' },
  save: { method: 'PUT', path: '/books/:id/content' },
  /** The caller's autosave. */
  readDraft: { method: 'GET', path: '/books/:id/content/autosave' },
  saveAutosave: { method: 'PUT', path: '/books/:id/content/autosave' },
  removeAutosave: { method: 'DELETE', path: '/books/:id/content/autosave' },
  /** The user who is editing the content. */
  readEditor: { method: 'GET', path: '/books/:id/content/editor' },
  beEditor: { method: 'PUT', path: '/books/:id/content/editor' },
  leave: { method: 'DELETE', path: '/books/:id/content/editor' },
  /** The stored versions. */
  revisions: { method: 'GET', path: '/books/:id/content/versions' },
  revision: { method: 'GET', path: '/books/:id/content/versions/:revision' },
  restore: { method: 'POST', path: '/books/:id/content/versions/:revision/restore' },
  chapterAudio: { method: 'POST', path: '/books/:id/chapters/audio' },
  align: { method: 'POST', path: '/books/:id/align' },
} as const;

export const bookContentLimits = {
  maxChapters: 3_000,
  maxTextItems: 100_000,
  /** Limit for one text item. */
  maxSentences: 2_000,
  /** Limit for the whole content as JSON. */
  maxBodyBytes: 48 * 1024 * 1024,
  /** Limit for keys, entries, objects and lists together. */
  maxValues: 3_000_000,
  /** Number of versions that are stored. */
  revisions: 50,
  /** The editing screen sends a heartbeat every few seconds; without one for so long, the content is free again. */
  editorSeconds: 45,
  /** Time between two heartbeats. */
  beatSeconds: 10,
} as const;

/** Sources of a chapter's name or times. */
export const bookContentSources = ['hand', 'file', 'silence', 'import'] as const;
export type BookContentSource = (typeof bookContentSources)[number];

/**
 * State of the time of a sentence or a text item. `aligned`: set by the alignment. `doubtful`: set by the alignment
 * with low confidence. `unspoken`: missing in the audio. `anchor`: set by a user; an alignment keeps it and works
 * between anchors.
 */
export const timeStates = ['aligned', 'doubtful', 'unspoken', 'anchor'] as const;
export type TimeState = (typeof timeStates)[number];

const place = (what: string) => withKeywords(z.number(), { minimum: 0 }).nullable().describe(what);
const start = place('Seconds in the audio file; null when it is not known.');
const end = place('Seconds in the audio file, after `start`; null when it is not known.');
const confidence = withKeywords(z.number(), { minimum: 0, maximum: 1 })
  .nullable()
  .describe('How well sound and text fit, 0 to 1; never a promise. Null where nothing was aligned.');
const state = z
  .enum(timeStates)
  .nullable()
  .describe('`aligned`, `doubtful`, `unspoken`, or `anchor` when set by hand; null when there are no times.');

const sentence = named(
  'BookContentSentence',
  z.object({
    from: answers.count.describe('Where the sentence begins in `text`, in UTF-16 units.'),
    to: answers.count.describe('Where it ends.'),
    start,
    end,
    confidence,
    state,
  }),
);
export type BookContentSentence = z.infer<typeof sentence>;

const textItem = named(
  'BookContentTextItem',
  z.object({
    id: answers.id,
    code: z.string().describe('Unique in its chapter.'),
    text: z.string().describe('What is read aloud.'),
    start,
    end,
    confidence: confidence.describe('That of its least certain sentence.'),
    state,
    sentences: z
      .array(sentence)
      .describe('Its sentences with their times, in order; empty before it is aligned.'),
  }),
);
export type BookContentTextItem = z.infer<typeof textItem>;

const span = named(
  'BookContentSpan',
  z.object({
    start: withKeywords(z.number(), { minimum: 0 }).describe('Seconds in the audio file.'),
    end: withKeywords(z.number(), { minimum: 0 }).describe('Seconds in the audio file.'),
  }),
);

const source = z
  .enum(bookContentSources)
  .nullable()
  .describe('Where it came from: `hand`, `file`, `silence`, `import`; null when that was not noted.');

const chapter = named(
  'BookContentChapter',
  z.object({
    id: answers.id,
    code: z.string().describe('Unique in its book.'),
    name: z.string().describe('What listeners see.'),
    start,
    end,
    audio_url: answers.fileUrl('The chapter’s own audio; null when it is a part of the book’s'),
    duration: answers.seconds,
    is_locked: z.boolean().describe('Whether marks and times stay as they are; an alignment passes it by.'),
    name_by: source,
    times_by: source,
    sound_without_text: z
      .array(span)
      .describe('Parts of its sound in which the last alignment heard something that is not in the text.'),
    text_items: z.array(textItem).optional().describe('In order. Absent with `with_texts=0`.'),
  }),
);
export type BookContentChapter = z.infer<typeof chapter>;
/** The long lists of the whole content. */
export const bookContentLongList: LongList = { key: 'chapters', inner: 'text_items', entry: chapter };

export const bookContent = named(
  'Inside',
  z.object({
    id: answers.id.describe('Of the book.'),
    version: withKeywords(z.int(), { minimum: 1 }).describe('Of the book. Send it with the next save.'),
    updated_at: answers.time.describe('The last change of the book.'),
    name: answers.name,
    code: answers.code,
    language: answers.language,
    audio_url: answers.fileUrl('The book’s audio'),
    chapter_count: answers.count.describe('The number of chapters, or as entered while there are none.'),
    duration: answers.seconds,
    reading_time: answers.seconds,
    revision: answers.count.describe('The number of the last saved inside; 0 before the first.'),
    chapters: z.array(chapter).describe('In order.'),
  }),
);
export type BookContent = z.infer<typeof bookContent>;

const withTexts = fields.optionalBoolean.describe(
  'Whether chapters carry their `text_items`; `true` unless given.',
);
export const bookContentQuery = z.object({ with_texts: withTexts });

const sentPlace = documentedAs(
  z
    .number(valueMessages.mustBeSeconds)
    .min(0, valueMessages.mustBeSeconds)
    .max(limits.maxInteger, valueMessages.numberTooLarge)
    .transform((seconds) => Math.round(seconds * 1_000) / 1_000)
    .nullable()
    .optional(),
  z.number().min(0).max(limits.maxInteger).nullable().optional(),
);
const sentStart = sentPlace.describe('Seconds in the audio file; null for none. Absent: unchanged.');
const sentEnd = sentPlace.describe(
  'Seconds in the audio file, after `start`; null for none. Absent: unchanged.',
);
const sentConfidence = z
  .number()
  .min(0)
  .max(1)
  .nullable()
  .optional()
  .describe('As it was read. Absent: unchanged.');
const sentState = z
  .enum(timeStates)
  .nullable()
  .optional()
  .describe('`anchor` for times set by hand. Absent: unchanged, or `anchor` where times changed.');
const sentId = fields.optionalId.describe(
  'Which one. Absent, or unknown to this book: a new one, with a code of its own unless one is sent.',
);
const sentCode = fields.optionalCode.describe(
  'Absent: it keeps the one it has. Another one renames it, and story items follow. Taken: 422.',
);

const sentSentence = named(
  'BookContentSentenceInput',
  z.object({
    from: z
      .int()
      .min(0)
      .max(limits.maxTextItemLength)
      .describe('Where it begins in `text`, in UTF-16 units.'),
    to: z.int().min(0).max(limits.maxTextItemLength).describe('Where it ends.'),
    start: sentStart,
    end: sentEnd,
    confidence: sentConfidence,
    state: sentState,
  }),
);

const sentTextItem = named(
  'BookContentTextItemInput',
  z.object({
    id: sentId.describe(
      'Which one, from whatever chapter of the book. Absent, or unknown to this book: a new one.',
    ),
    code: sentCode.describe(
      'Absent: it keeps the one it has. One that moves where its code is taken gets a new one. Story items follow.',
    ),
    text: fields
      .text(limits.maxTextItemLength)
      .optional()
      .describe('What is read aloud; blank removes it. Absent: unchanged.'),
    start: sentStart,
    end: sentEnd,
    confidence: sentConfidence,
    state: sentState,
    sentences: fields
      .jsonList(sentSentence, bookContentLimits.maxSentences, 'sentences')
      .optional()
      .describe('In order. Absent: unchanged, or none where the text changed.'),
  }),
);
export type SentTextItem = z.output<typeof sentTextItem>;

const sentChapter = named(
  'BookContentChapterInput',
  z.object({
    id: sentId,
    code: sentCode,
    name: fields
      .text(limits.maxNameLength)
      .optional()
      .describe('What listeners see. Absent: unchanged; of a new one “Chapter” with its number.'),
    start: sentStart,
    end: sentEnd,
    audio_url: fields
      .optionalText(200)
      .nullable()
      .optional()
      .describe(
        'The chapter’s own audio as it was read, or that of another chapter of the book; null takes it away. Absent: unchanged.',
      ),
    upload_id: fields
      .filterText(40)
      .describe('A finished upload whose sound becomes the chapter’s own; it wins over `audio_url`.'),
    is_locked: fields.optionalBoolean.describe('Absent: unchanged.'),
    name_by: z
      .enum(bookContentSources)
      .nullable()
      .optional()
      .describe('Absent: `hand` where the name changed.'),
    times_by: z
      .enum(bookContentSources)
      .nullable()
      .optional()
      .describe('Absent: `hand` where times changed.'),
    sound_without_text: fields
      .jsonList(span, bookContentLimits.maxSentences, 'parts')
      .optional()
      .describe('Absent: unchanged.'),
    text_items: fields
      .jsonList(sentTextItem, bookContentLimits.maxTextItems, 'text items')
      .optional()
      .describe('All of the chapter, in order; what is not named goes. Absent: they stay as they are.'),
  }),
);
export type SentChapter = z.output<typeof sentChapter>;

export const bookContentSave = named(
  'BookContentSave',
  z.object({
    id: fields.id,
    version: fields.version,
    force: fields.optionalBoolean.describe(
      'True: also when story items lead to what goes. Without it that is 409, with these story items in `details`.',
    ),
    chapters: fields
      .jsonList(sentChapter, bookContentLimits.maxChapters, 'chapters')
      .describe(
        'All chapters in order; what is not named goes with its texts. A chapter of which nothing but the id is sent stays as it is.',
      ),
  }),
);
export type BookContentSave = z.output<typeof bookContentSave>;

/** Entry in `details` of a 409 response to a removal. */
export interface BrokenStoryItem {
  readonly story_book_id: number;
  readonly story_book_title: string;
  readonly position: number;
  readonly chapter_code: string;
  readonly text_item_code: string;
}

/* Autosaves and editors */

const anything = documentedAs(z.record(z.string(), z.unknown()), z.record(z.string(), z.unknown()));

export const autosaveRequest = named(
  'BookContentAutosaveInput',
  z.object({
    id: fields.id,
    base_version: fields.version.describe('The `version` of the book that the draft began with.'),
    document: anything.describe('Whatever the editor needs to go on: any JSON object.'),
  }),
);
export type AutosaveRequest = z.output<typeof autosaveRequest>;

const autosaveFields = {
  base_version: answers.count.describe('The `version` of the book that the draft began with.'),
  version: answers.count.describe(
    'The present `version` of the book; a larger one means that somebody saved since.',
  ),
  saved_at: answers.time.describe('When the draft was saved.'),
};
export const autosaveSaved = named('BookContentAutosaveSaved', z.object(autosaveFields));
export const bookContentAutosave = named(
  'BookContentAutosave',
  z.object({ ...autosaveFields, document: anything.describe('As it was sent.') }),
);
export type BookContentAutosave = z.infer<typeof bookContentAutosave>;

const bookContentUser = named('BookContentUser', z.object({ id: answers.id, name: answers.name }));

export const editorClaim = named(
  'BookContentEditorClaim',
  z.object({
    id: fields.id,
    take_over: fields.optionalBoolean.describe('True: also from somebody who is at work.'),
  }),
);

export const bookContentEditor = named(
  'BookContentEditor',
  z.object({
    user: bookContentUser.nullable().describe('Who edits the inside; null when nobody does.'),
    since: answers.time.nullable().describe('Since when; null when nobody does.'),
    is_you: z.boolean().describe('Whether that is whoever asks.'),
    taken_over_from: bookContentUser
      .nullable()
      .describe('From whom the editor took it over; null when it was free.'),
  }),
);
export type BookContentEditor = z.infer<typeof bookContentEditor>;

/* Versions */

const revisionKeys = {
  revision: answers.count.describe('Its number in the book, from 0, what was there before the first save.'),
  saved_at: answers.time.describe('When it was saved.'),
  user: bookContentUser.nullable().describe('Who saved it; null when that is not known.'),
  summary: z.string().describe('What the save changed, in a few words.'),
  chapter_count: answers.count.describe('How many chapters it has.'),
};
export const bookContentVersion = named('BookContentVersion', z.object(revisionKeys));
export type BookContentVersion = z.infer<typeof bookContentVersion>;

export const bookContentVersions = z.object({
  items: z.array(bookContentVersion).describe('The latest first.'),
});

export const bookContentVersionDetail = named(
  'BookContentVersionDetail',
  z.object({
    ...revisionKeys,
    chapters: z.array(chapter).describe('In order, as they were. Ids may be those of entries that are gone.'),
  }),
);
export type BookContentVersionDetail = z.infer<typeof bookContentVersionDetail>;

export const revisionRestore = named(
  'BookContentRestore',
  z.object({
    id: fields.id,
    revision: documentedAs(
      z.coerce.number(valueMessages.mustBeId).int().min(0).max(limits.maxInteger),
      z.int(),
    ).describe('Of the path.'),
    version: fields.version,
    force: fields.optionalBoolean.describe('True: also when story items lead to what goes.'),
  }),
);

/* Audio of a chapter; alignment */

export const chapterAudio = named(
  'ChapterAudio',
  z.object({
    id: fields.id,
    version: fields.version,
    upload_id: fields
      .requiredText(40, messages.allFieldsRequired)
      .describe('A finished upload of one’s own. It is used up.'),
    chapter_id: fields.optionalId.describe('The chapter; absent: a new one at the end.'),
    name: fields.text(limits.maxNameLength).optional().describe('Of a new chapter. Absent: the file’s name.'),
  }),
);

const alignScopes = ['all', 'doubtful'] as const;
export const alignOrder = named(
  'AlignOrder',
  z.object({
    id: fields.id,
    version: fields.version,
    chapters: documentedAs(
      z
        .union([z.enum(alignScopes), fields.jsonList(fields.id, bookContentLimits.maxChapters, 'chapters')])
        .optional(),
      z.union([z.enum(alignScopes), z.array(z.int().min(1)).max(bookContentLimits.maxChapters)]).optional(),
    ).describe(
      '`all`, `doubtful` (those with doubtful or no times; `all` and `doubtful` pass locked ones by), or a list of ids. Absent: `all`.',
    ),
  }),
);
export type AlignOrder = z.output<typeof alignOrder>;

export const alignStarted = named(
  'AlignStarted',
  z.object({
    job_id: answers.id.describe(
      'Of the job that does it; its progress is at `/jobs/{id}`. It saves a new inside.',
    ),
    is_new: z.boolean().describe('False when the book is being aligned already.'),
    chapter_count: answers.count.describe('How many chapters are aligned.'),
  }),
);

export type AlignStarted = z.infer<typeof alignStarted>;

export const bookContentMessages = {
  saved: 'Chapters saved successfully',
  autosaveSaved: 'Draft saved',
  autosaveRemoved: 'Draft discarded',
  restored: 'Chapters restored',
  audioAdded: 'Audio added to the chapter',
  alignStarted: 'Text–audio sync started',
} as const;
