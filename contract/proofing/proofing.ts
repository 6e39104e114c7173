import { z } from 'zod';
import type { LongList } from '#contract/core/define-resource';
import * as responseFields from '#contract/core/responses';
import { namedSchema, withKeywords } from '#contract/core/schema-notes';
import { proofingReasonNames } from './proofing-reasons.ts';

/* The proofing report of a book: the places that must be checked or recorded again, by chapter. It is computed for each request. */

export const proofingEndpoints = {
  report: { method: 'GET', path: '/books/:id/proofing' },
  /** A CSV file with the same entries. */
  csv: { method: 'GET', path: '/books/:id/proofing.csv' },
} as const;

const seconds = (what: string) => withKeywords(z.number(), { minimum: 0 }).describe(what);

const entry = namedSchema(
  'ProofingEntry',
  z.object({
    reason: z.enum(proofingReasonNames).describe('The reason why this place is listed.'),
    start: seconds('The start in seconds of the chapter.'),
    end: seconds('The end in seconds of the chapter.'),
    text: z.string().describe('The sentence at this place. Empty for audio without text.'),
    detail: z.string().describe('The measured value, as text.'),
    text_item_id: responseFields.id.nullable().describe('The text item of the sentence, or null.'),
    sentence: responseFields.count
      .nullable()
      .describe('The index of the sentence in its text item, or null. The first one is 0.'),
  }),
);
export type ProofingEntry = z.infer<typeof entry>;

export const proofingChapterStates = ['synced', 'not_synced', 'no_audio', 'no_text'] as const;

const chapter = namedSchema(
  'ProofingChapter',
  z.object({
    id: responseFields.id,
    code: z.string().describe('The code of the chapter, unique in its book.'),
    number: withKeywords(z.int(), { minimum: 1 }).describe('The position in the book. The first one is 1.'),
    name: z.string().describe('The name that listeners see.'),
    state: z
      .enum(proofingChapterStates)
      .describe(
        '`synced` if text and audio were compared. `not_synced` if some texts have no times yet. `no_audio` and `no_text` have nothing to compare.',
      ),
    alignment_method: z
      .string()
      .nullable()
      .describe(
        'The method of the last sync: `built-in`, or the name and version of a model. Null if it is not known.',
      ),
    entries: z.array(entry).describe('The entries in the order of their times.'),
  }),
);
export type ProofingChapter = z.infer<typeof chapter>;
export const proofingLongList: LongList = { key: 'chapters', inner: 'entries', entry: chapter };

const file = namedSchema(
  'ProofingFile',
  z.object({
    audio_url: responseFields.fileUrl('The audio'),
    state: z
      .enum(['waiting', 'done', 'failed'])
      .describe('The status of the audio analysis. With `failed`, `error` has the reason.'),
    error: z.string().nullable().describe('The reason why the analysis failed, or null.'),
    chapters: z.array(z.string()).describe('The names of the chapters that play the file.'),
  }),
);
export type ProofingFile = z.infer<typeof file>;

const sync = namedSchema(
  'ProofingSync',
  z.object({
    state: z.enum(['running', 'failed']).describe('`failed` if the last sync of the book failed.'),
    progress: withKeywords(z.number(), { minimum: 0, maximum: 1 }).describe('The progress, from 0 to 1.'),
    stage: z.string().describe('The current step as text. It can be empty.'),
    error: z.string().nullable().describe('The reason why the sync failed, or null.'),
  }),
);
export type ProofingSync = z.infer<typeof sync>;

export const proofingReport = namedSchema(
  'ProofingReport',
  z.object({
    id: responseFields.id.describe('The ID of the book.'),
    version: withKeywords(z.int(), { minimum: 1 }).describe(
      'The version of the book. Send it to start a sync.',
    ),
    name: responseFields.name,
    code: responseFields.code,
    sync: sync.nullable().describe('The sync of text and audio that is running or failed, or null.'),
    files: z.array(file).describe('The audio files of the chapters with the status of their analysis.'),
    chapters: z.array(chapter).describe('All chapters in order.'),
  }),
);
export type ProofingReport = z.infer<typeof proofingReport>;
