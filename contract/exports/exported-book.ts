import { z } from 'zod';
import { bookContentLimits, timeStates } from '#contract/book-content/book-content';
import { customValue } from '#contract/custom-fields/custom-values';
import { importLimits } from '#contract/imports/import-limits';
import { sample } from '#contract/books/sample';
import { propertyOfFields } from '#contract/imports/proposal-fields';
import { contributorInFile, MAX_CONTRIBUTORS } from '#contract/contributors/contributors';
import { limits } from '#contract/core/limits';
import { seriesInFile } from '#contract/series/series-in-file';

/* A book as one JSON file, which can be imported again. */

export const exportFormat = 'lectern-book';

const seconds = z.number().min(0).max(limits.maxInteger);
const confidence = z.number().min(0).max(1).nullable();
/** Names in files of earlier versions. */
const formerStates: Readonly<Record<string, string>> = {
  doubtful: 'low_confidence',
  unspoken: 'missing_in_audio',
};
const state = z.preprocess(
  (value) => (typeof value === 'string' ? (formerStates[value] ?? value) : value),
  z.enum(timeStates).nullable(),
);
const withCurrentKeys = (chapter: unknown): unknown =>
  typeof chapter === 'object' && chapter !== null && 'sound_without_text' in chapter
    ? { audio_without_text: chapter.sound_without_text, ...chapter }
    : chapter;

/** Seconds in the audio file of the chapter. Absent if the times are unknown. */
const textTimes = {
  start: seconds.nullable().optional(),
  end: seconds.nullable().optional(),
  confidence: confidence.optional(),
  state: state.optional(),
  sentences: z
    .array(
      z.object({
        /** In UTF-16 units. */
        from: z.int().min(0),
        to: z.int().min(0),
        start: seconds.nullable(),
        end: seconds.nullable(),
        confidence,
        state,
      }),
    )
    .max(bookContentLimits.maxSentences)
    .optional(),
};

const exportedEdition = z.object({
  code: z.string().max(limits.maxCodeLength),
  name: z.string().max(limits.maxNameLength),
});
export type ExportedEdition = z.infer<typeof exportedEdition>;

export const exportedBook = z.object({
  format: z.literal(exportFormat),
  version: z.literal(1),
  code: z.string().max(limits.maxCodeLength),
  ...propertyOfFields('exported'),
  /** All contributors in order. Files of earlier versions have none. */
  contributors: z.array(contributorInFile).max(MAX_CONTRIBUTORS).optional().catch(undefined),
  /** The publication record without the ISBN. Files of earlier versions have none. */
  publication_record: z.record(z.string(), z.unknown()).optional(),
  /** The values of custom fields. Files of earlier versions have none. */
  custom: z.record(z.string(), customValue).optional().catch(undefined),
  category_code: z.string().max(limits.maxCodeLength).nullable(),
  sub_category_code: z.string().max(limits.maxCodeLength).nullable(),
  /** The first edition of the work. Absent for a first edition, and in files of earlier versions. */
  edition_of: exportedEdition.optional().catch(undefined),
  /** The series of the book. Files of earlier versions have none. */
  series: z.array(seriesInFile).max(importLimits.maxSeries).optional().catch(undefined),
  /** The audio sample. Files of earlier versions have none. */
  sample: sample.optional().catch(undefined),
  chapters: z
    .array(
      z.preprocess(
        withCurrentKeys,
        z.object({
          code: z.string().max(limits.maxCodeLength),
          name: z.string().max(limits.maxNameLength),
          /** Whole seconds. */
          duration: z.int().min(0).max(limits.maxInteger),
          /** The name of the audio file beside this file, and the part of it that belongs to the chapter. Null without audio. */
          audio: z
            .object({
              file: z.string().max(importLimits.maxPathLength),
              start: seconds.nullable(),
              end: seconds.nullable(),
            })
            .nullable(),
          /** An alignment preserves the times of a locked item. */
          is_locked: z.boolean().optional(),
          /** Seconds in that file. */
          audio_without_text: z.array(z.object({ start: seconds, end: seconds })).optional(),
          texts: z.array(
            z.object({
              code: z.string().max(limits.maxCodeLength),
              text: z.string().max(limits.maxTextItemLength),
              ...textTimes,
            }),
          ),
        }),
      ),
    )
    .max(importLimits.maxChapters),
});
export type ExportedBook = z.infer<typeof exportedBook>;
