import { z } from 'zod';
import * as answers from '#contract/core/responses';
import * as fields from '#contract/core/fields';
import { named, withKeywords } from '#contract/core/schema-notes';

/* The result of an audio analysis, for a book or an import: waveform, pauses, loudness and problems. */

export const audioAnalysisEndpoints = {
  ofBook: { method: 'GET', path: '/books/:id/audio-analyses' },
  ofImport: { method: 'GET', path: '/imports/:id/audio-analyses' },
} as const;

export const analysesQuery = z.object({
  with_silences: fields.optionalBoolean.describe(
    'Whether to answer the pauses too, of which a long book has tens of thousands; `false` unless given.',
  ),
});

const decibels = (what: string) => z.number().nullable().describe(what);

export const analysis = named(
  'Scan',
  z.object({
    audio_url: answers.fileUrl('The audio'),
    state: z
      .enum(['waiting', 'done', 'failed'])
      .describe('`waiting` until a job has listened to it; `failed` says why in `error`.'),
    seconds: withKeywords(z.number(), { minimum: 0 })
      .nullable()
      .describe(
        'Exact length, with fractions, of what can be heard, or what the file says when that failed; null until it is known.',
      ),
    sample_rate: answers.count.nullable().describe('Samples a second; null until it is known.'),
    channels: answers.count.nullable().describe('How many channels; null until it is known.'),
    codec: z.string().describe('How it is encoded, such as `MPEG 1 Layer 3`; empty until it is known.'),
    lufs: decibels('Integrated loudness by ITU-R BS.1770, in LUFS; null for silence.'),
    true_peak_db: decibels('The highest the sound comes, between samples too, in dBTP; null for silence.'),
    floor_db: decibels('The noise between words, in decibels.'),
    speech_db: decibels('How loud speech is, in decibels.'),
    peaks_url: answers.fileUrl(
      'The course of the sound, to be loaded in parts by `Range`: `LPK1`, then little-endian 32-bit integers, the number of levels and ' +
        'the length of each, filled up to 64 bytes; then the levels, a byte a place, the first with 100 places a second, each further ' +
        'one with a quarter of them',
    ),
    problems: z.array(z.string()).describe('What is wrong with the sound, a sentence each.'),
    silences: z
      .array(withKeywords(z.number(), { minimum: 0 }))
      .optional()
      .describe('Starts and ends of pauses by turns, in seconds; absent unless asked for.'),
    error: z.string().nullable().describe('Why it could not be listened to; null unless it failed.'),
  }),
);
export type AudioAnalysis = z.infer<typeof analysis>;

export const audioAnalysisList = z.object({
  items: z.array(analysis).describe('One for each audio file, in the order of its first chapter.'),
});
