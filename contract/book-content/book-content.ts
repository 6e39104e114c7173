import { z } from 'zod';
import * as responseFields from '#contract/core/responses';
import type { LongList } from '#contract/core/define-resource';
import * as fields from '#contract/core/fields';
import { limits } from '#contract/core/limits';
import { messages, valueMessages } from '#contract/core/messages';
import { documentedAs, namedSchema, withKeywords } from '#contract/core/schema-notes';

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
  readAutosave: { method: 'GET', path: '/books/:id/content/autosave' },
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
  /**
   * The validity of a heartbeat in seconds. The editing screen sends one every few seconds. After this time without one, other users can
   * edit the content.
   */
  editorSeconds: 45,
  /** Time between two heartbeats. */
  beatSeconds: 10,
} as const;

/** Sources of a chapter's name or times. */
export const bookContentSources = ['manual', 'file', 'silence', 'import'] as const;
export type BookContentSource = (typeof bookContentSources)[number];

/** The method that learns letters from the audio and needs no model. */
export const builtInMethod = 'built-in';

/**
 * The status of the time of a sentence or a text item.
 * `aligned`: set by the alignment.
 * `low_confidence`: set by the alignment with low confidence.
 * `missing_in_audio`: missing in the audio.
 * `anchor`: set by a user. An alignment preserves it and works between anchors.
 */
export const timeStates = ['aligned', 'low_confidence', 'missing_in_audio', 'anchor'] as const;
export type TimeState = (typeof timeStates)[number];

const timeField = (what: string) => withKeywords(z.number(), { minimum: 0 }).nullable().describe(what);
const start = timeField('The start in seconds of the audio file. Null if it is not known.');
const end = timeField('The end in seconds of the audio file, after `start`. Null if it is not known.');
const confidence = withKeywords(z.number(), { minimum: 0, maximum: 1 })
  .nullable()
  .describe('The estimated match of audio and text, from 0 to 1. Null if they were not synced.');
const state = z
  .enum(timeStates)
  .nullable()
  .describe(
    '`aligned`, `low_confidence`, `missing_in_audio`, or `anchor` if set manually. Null if there are no times.',
  );

const sentence = namedSchema(
  'BookContentSentence',
  z.object({
    from: responseFields.count.describe('The start of the sentence in `text`, in UTF-16 units.'),
    to: responseFields.count.describe('The end of the sentence in `text`, in UTF-16 units.'),
    start,
    end,
    confidence,
    state,
  }),
);
export type BookContentSentence = z.infer<typeof sentence>;

const textItem = namedSchema(
  'BookContentTextItem',
  z.object({
    id: responseFields.id,
    code: z.string().describe('The code of the text item, unique in its chapter.'),
    text: z.string().describe('The text that is read aloud.'),
    start,
    end,
    confidence: confidence.describe('The lowest confidence of its sentences.'),
    state,
    sentences: z.array(sentence).describe('The sentences with their times, in order. Empty before a sync.'),
  }),
);
export type BookContentTextItem = z.infer<typeof textItem>;

const span = namedSchema(
  'BookContentSpan',
  z.object({
    start: withKeywords(z.number(), { minimum: 0 }).describe('The position in the audio file, in seconds.'),
    end: withKeywords(z.number(), { minimum: 0 }).describe('The position in the audio file, in seconds.'),
  }),
);

const source = z
  .enum(bookContentSources)
  .nullable()
  .describe('The source: `manual`, `file`, `silence` or `import`. Null if it is not known.');

const chapter = namedSchema(
  'BookContentChapter',
  z.object({
    id: responseFields.id,
    code: z.string().describe('The code of the chapter, unique in its book.'),
    name: z.string().describe('The name that listeners see.'),
    start,
    end,
    audio_url: responseFields.fileUrl('The chapter’s own audio. Null if it is part of the book’s audio'),
    duration: responseFields.seconds,
    is_locked: z.boolean().describe('True if syncing must not change its chapter markers and times.'),
    name_by: source,
    times_by: source,
    audio_without_text: z
      .array(span)
      .describe('Parts of the audio that are not in the text, from the last sync.'),
    alignment_method: z
      .string()
      .optional()
      .describe(
        'The method of the last sync: `built-in`, or the name and version of a model. Absent if it is not known.',
      ),
    text_items: z.array(textItem).optional().describe('The text items in order. Absent with `with_texts=0`.'),
  }),
);
export type BookContentChapter = z.infer<typeof chapter>;
/** The long lists of the whole content. */
export const bookContentLongList: LongList = { key: 'chapters', inner: 'text_items', entry: chapter };

export const bookContent = namedSchema(
  'Inside',
  z.object({
    id: responseFields.id.describe('The ID of the book.'),
    version: withKeywords(z.int(), { minimum: 1 }).describe(
      'The version of the book. Send it with the next save.',
    ),
    updated_at: responseFields.time.describe('The time of the last change to the book.'),
    name: responseFields.name,
    code: responseFields.code,
    language: responseFields.language,
    audio_url: responseFields.fileUrl('The book’s audio'),
    chapter_count: responseFields.count.describe(
      'The number of chapters. While there are none, the number that was entered.',
    ),
    duration: responseFields.seconds,
    reading_time: responseFields.seconds,
    revision: responseFields.count.describe('The number of the last saved version. 0 before the first save.'),
    chapters: z.array(chapter).describe('The entries in order.'),
  }),
);
export type BookContent = z.infer<typeof bookContent>;

const withTexts = fields.optionalBoolean.describe(
  'True includes the `text_items` of chapters. The default is `true`.',
);
export const bookContentQuery = z.object({ with_texts: withTexts });

const timeInput = documentedAs(
  z
    .number(valueMessages.mustBeSeconds)
    .min(0, valueMessages.mustBeSeconds)
    .max(limits.maxInteger, valueMessages.numberTooLarge)
    .transform((seconds) => Math.round(seconds * 1_000) / 1_000)
    .nullable()
    .optional(),
  z.number().min(0).max(limits.maxInteger).nullable().optional(),
);
const startInput = timeInput.describe(
  'The start in seconds of the audio file, or null. If absent, it stays unchanged.',
);
const endInput = timeInput.describe(
  'The end in seconds of the audio file, after `start`, or null. If absent, it stays unchanged.',
);
const confidenceInput = z
  .number()
  .min(0)
  .max(1)
  .nullable()
  .optional()
  .describe('The confidence as you read it. If absent, it stays unchanged.');
const stateInput = z
  .enum(timeStates)
  .nullable()
  .optional()
  .describe(
    '`anchor` marks times that were set manually. If absent, it stays unchanged, or becomes `anchor` if times changed.',
  );
const inputId = fields.optionalId.describe(
  'The ID of the chapter. If it is absent or unknown, a new chapter is created.',
);
const inputCode = fields.optionalCode.describe(
  'The code. If absent, it stays unchanged. Story items follow a new code. A code that is taken fails with 422.',
);

const sentenceInput = namedSchema(
  'BookContentSentenceInput',
  z.object({
    from: z
      .int()
      .min(0)
      .max(limits.maxTextItemLength)
      .describe('The start of the sentence in `text`, in UTF-16 units.'),
    to: z
      .int()
      .min(0)
      .max(limits.maxTextItemLength)
      .describe('The end of the sentence in `text`, in UTF-16 units.'),
    start: startInput,
    end: endInput,
    confidence: confidenceInput,
    state: stateInput,
  }),
);

const textItemInput = namedSchema(
  'BookContentTextItemInput',
  z.object({
    id: inputId.describe(
      'The ID of a text item of the book. If it is absent or unknown, a new text item is created.',
    ),
    code: inputCode.describe(
      'The code. If absent, it stays unchanged. A text item gets a new code in a chapter where its code is taken. Story items follow.',
    ),
    text: fields
      .text(limits.maxTextItemLength)
      .optional()
      .describe(
        'The text that is read aloud. A blank text removes the text item. If absent, it stays unchanged.',
      ),
    start: startInput,
    end: endInput,
    confidence: confidenceInput,
    state: stateInput,
    sentences: fields
      .jsonList(sentenceInput, bookContentLimits.maxSentences, 'sentences')
      .optional()
      .describe(
        'The sentences in order. If absent, they stay unchanged, or are removed if the text changed.',
      ),
  }),
);
export type ContentTextItemInput = z.output<typeof textItemInput>;

const chapterInput = namedSchema(
  'BookContentChapterInput',
  z.object({
    id: inputId,
    code: inputCode,
    name: fields
      .text(limits.maxNameLength)
      .optional()
      .describe(
        'The name that listeners see. If absent, it stays unchanged. A new chapter gets “Chapter” and its number.',
      ),
    start: startInput,
    end: endInput,
    audio_url: fields
      .optionalText(200)
      .nullable()
      .optional()
      .describe(
        'The chapter’s own audio, or the audio of another chapter of the book. Null removes it. If absent, it stays unchanged.',
      ),
    upload_id: fields
      .filterText(40)
      .describe('A finished upload to use as the chapter’s own audio. It takes precedence over `audio_url`.'),
    is_locked: fields.optionalBoolean.describe('True locks the chapter. If absent, it stays unchanged.'),
    name_by: z
      .enum(bookContentSources)
      .nullable()
      .optional()
      .describe('The source of the name. The default is `manual` if the name changed.'),
    times_by: z
      .enum(bookContentSources)
      .nullable()
      .optional()
      .describe('The source of the times. The default is `manual` if times changed.'),
    audio_without_text: fields
      .jsonList(span, bookContentLimits.maxSentences, 'parts')
      .optional()
      .describe('True locks the chapter. If absent, it stays unchanged.'),
    text_items: fields
      .jsonList(textItemInput, bookContentLimits.maxTextItems, 'text items')
      .optional()
      .describe(
        'All text items of the chapter, in order. Omitted ones are deleted. If absent, they stay unchanged.',
      ),
  }),
);
export type ContentChapterInput = z.output<typeof chapterInput>;

export const bookContentSave = namedSchema(
  'BookContentSave',
  z.object({
    id: fields.id,
    version: fields.version,
    force: fields.optionalBoolean.describe(
      'True saves even if story items lose their text items. Otherwise, the request fails with 409 and `details` lists these story items.',
    ),
    chapters: fields
      .jsonList(chapterInput, bookContentLimits.maxChapters, 'chapters')
      .describe(
        'All chapters in order. Omitted chapters are deleted with their text items. A chapter with only an ID stays unchanged.',
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

const jsonObject = documentedAs(z.record(z.string(), z.unknown()), z.record(z.string(), z.unknown()));

export const autosaveRequest = namedSchema(
  'BookContentAutosaveInput',
  z.object({
    id: fields.id,
    base_version: fields.version.describe('The `version` of the book on which the autosave is based.'),
    document: jsonObject.describe('Any JSON object that the editor needs to continue.'),
  }),
);
export type AutosaveRequest = z.output<typeof autosaveRequest>;

const autosaveFields = {
  base_version: responseFields.count.describe('The `version` of the book on which the autosave is based.'),
  version: responseFields.count.describe(
    'The current `version` of the book. If it is higher, another user has saved since.',
  ),
  saved_at: responseFields.time.describe('The time of the autosave.'),
};
export const autosaveSaved = namedSchema('BookContentAutosaveSaved', z.object(autosaveFields));
export const bookContentAutosave = namedSchema(
  'BookContentAutosave',
  z.object({ ...autosaveFields, document: jsonObject.describe('The document as you sent it.') }),
);
export type BookContentAutosave = z.infer<typeof bookContentAutosave>;

const bookContentUser = namedSchema(
  'BookContentUser',
  z.object({ id: responseFields.id, name: responseFields.name }),
);

export const editorClaim = namedSchema(
  'BookContentEditorClaim',
  z.object({
    id: fields.id,
    take_over: fields.optionalBoolean.describe('True takes over from another user.'),
  }),
);

export const bookContentEditor = namedSchema(
  'BookContentEditor',
  z.object({
    user: bookContentUser.nullable().describe('The user who edits the content, or null.'),
    since: responseFields.time.nullable().describe('The start of the editing, or null.'),
    is_you: z.boolean().describe('True if you are this user.'),
    taken_over_from: bookContentUser.nullable().describe('The user from whom the editor took over, or null.'),
  }),
);
export type BookContentEditor = z.infer<typeof bookContentEditor>;

/* Versions */

const revisionKeys = {
  revision: responseFields.count.describe(
    'The number of the version. 0 is the content before the first save.',
  ),
  saved_at: responseFields.time.describe('The time of the save.'),
  user: bookContentUser.nullable().describe('The user who saved it. Null if it is not known.'),
  summary: z.string().describe('A summary of the changes.'),
  chapter_count: responseFields.count.describe('The number of chapters.'),
};
export const bookContentVersion = namedSchema('BookContentVersion', z.object(revisionKeys));
export type BookContentVersion = z.infer<typeof bookContentVersion>;

export const bookContentVersions = z.object({
  items: z.array(bookContentVersion).describe('The versions, newest first.'),
});

export const bookContentVersionDetail = namedSchema(
  'BookContentVersionDetail',
  z.object({
    ...revisionKeys,
    chapters: z
      .array(chapter)
      .describe('The chapters of this version, in order. Their IDs can belong to deleted entries.'),
  }),
);
export type BookContentVersionDetail = z.infer<typeof bookContentVersionDetail>;

export const revisionRestore = namedSchema(
  'BookContentRestore',
  z.object({
    id: fields.id,
    revision: documentedAs(
      z.coerce.number(valueMessages.mustBeId).int().min(0).max(limits.maxInteger),
      z.int(),
    ).describe('Of the path.'),
    version: fields.version,
    force: fields.optionalBoolean.describe('True restores even if story items lose their text items.'),
  }),
);

/* Audio of a chapter; alignment */

export const chapterAudio = namedSchema(
  'ChapterAudio',
  z.object({
    id: fields.id,
    version: fields.version,
    upload_id: fields
      .requiredText(40, messages.allFieldsRequired)
      .describe('Your own finished upload. It can be used once.'),
    chapter_id: fields.optionalId.describe(
      'The ID of the chapter. If absent, a new chapter is added at the end.',
    ),
    name: fields
      .text(limits.maxNameLength)
      .optional()
      .describe('The name of a new chapter. The default is the name of the file.'),
  }),
);

const alignScopes = ['all', 'needs_review'] as const;
export const alignOrder = namedSchema(
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
      '`all`, `needs_review` (chapters with uncertain or no times), or a list of IDs. `all` and `needs_review` skip locked chapters. The default is `all`.',
    ),
    match_chapters: fields.optionalBoolean.describe(
      'True first finds the audio of every chapter by its text, and changes start, end and audio of the chapters. Nothing changes if too little matches, or if a chapter is locked or has manual times.',
    ),
  }),
);
export type AlignOrder = z.output<typeof alignOrder>;

export const alignStarted = namedSchema(
  'AlignStarted',
  z.object({
    job_id: responseFields.id.describe(
      'The ID of the job, with its progress at `/jobs/{id}`. The job saves a new version of the content.',
    ),
    is_new: z.boolean().describe('False if the book is already being synced.'),
    chapter_count: responseFields.count.describe('The number of chapters that are synced.'),
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
