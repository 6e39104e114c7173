import { z } from 'zod';
import * as responseFields from '#contract/core/responses';
import * as fields from '#contract/core/fields';
import { namedSchema, withKeywords } from '#contract/core/schema-notes';

/* The result of an audio analysis, for a book or an import: waveform, pauses, loudness and problems. */

export const audioAnalysisEndpoints = {
  ofBook: { method: 'GET', path: '/books/:id/audio-analyses' },
  ofImport: { method: 'GET', path: '/imports/:id/audio-analyses' },
} as const;

export const analysesQuery = z.object({
  with_silences: fields.optionalBoolean.describe(
    'True includes the pauses, clipped parts and clicks. A long book has tens of thousands. The default is `false`.',
  ),
});

const decibels = (what: string) => z.number().nullable().describe(what);

export const analysis = namedSchema(
  'Scan',
  z.object({
    audio_url: responseFields.fileUrl('The audio'),
    state: z
      .enum(['waiting', 'done', 'failed'])
      .describe(
        'The status. `waiting` applies until a job has analysed the file. With `failed`, `error` has the reason.',
      ),
    seconds: withKeywords(z.number(), { minimum: 0 })
      .nullable()
      .describe(
        'The exact duration in seconds, or the duration from the file if the analysis failed. Null until it is known.',
      ),
    sample_rate: responseFields.count
      .nullable()
      .describe('The samples per second. Null until they are known.'),
    channels: responseFields.count.nullable().describe('The number of channels. Null until it is known.'),
    codec: z.string().describe('The codec, such as `MPEG 1 Layer 3`. Empty until it is known.'),
    lufs: decibels('The integrated loudness by ITU-R BS.1770, in LUFS. Null for silence.'),
    true_peak_db: decibels('The true peak in dBTP. Null for silence.'),
    rms_db: decibels(
      'The RMS level of the whole file in dBFS. Null for silence, and until the file is analysed again after an update.',
    ),
    floor_db: decibels('The noise level between words, in decibels.'),
    speech_db: decibels('The level of speech, in decibels.'),
    peaks_url: responseFields.fileUrl(
      'The waveform, which can be loaded in parts with `Range`. It starts with a header of 64 bytes: `LPK1`, the number of levels, and the length of each level. The numbers are little-endian 32-bit integers. The levels follow, one byte per position. The first level has 100 positions per second, each further level a quarter of the previous one. The value',
    ),
    problems: z.array(z.string()).describe('The problems of the audio, as texts.'),
    silences: z
      .array(withKeywords(z.number(), { minimum: 0 }))
      .optional()
      .describe('The starts and ends of pauses in turn, in seconds. Absent unless requested.'),
    clipped: z
      .array(withKeywords(z.number(), { minimum: 0 }))
      .optional()
      .describe(
        'The starts and ends of clipped parts in turn, in seconds. Absent unless requested, and until the file is analysed again after an update.',
      ),
    clicks: z
      .array(withKeywords(z.number(), { minimum: 0 }))
      .optional()
      .describe('The times of clicks in seconds. Absent in the same cases.'),
    error: z.string().nullable().describe('The reason why the analysis failed, or null.'),
  }),
);
export type AudioAnalysis = z.infer<typeof analysis>;

export const audioAnalysisList = z.object({
  items: z
    .array(analysis)
    .describe('The analyses, one per audio file, in the order of their first chapters.'),
});
