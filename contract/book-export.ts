import { z } from 'zod';
import { importLimits } from './import-terms.ts';
import { limits } from './limits.ts';

/* A book as one file, from which it can be imported again. */

export const exportFormat = 'lectern-book';
export const exportKinds = ['epub', 'zip', 'json', 'srt', 'vtt', 'txt', 'times'] as const;
/** Those that tell when texts are spoken; of one chapter, too. */
export const timedKinds = ['srt', 'vtt', 'txt', 'times'] as const satisfies readonly ExportKind[];
export type TimedKind = (typeof timedKinds)[number];
export type ExportKind = (typeof exportKinds)[number];

const seconds = z.number().min(0).max(limits.maxInteger);

export const exportedBook = z.object({
  format: z.literal(exportFormat),
  version: z.literal(1),
  code: z.string().max(limits.maxCodeLength),
  name: z.string().min(1).max(limits.maxNameLength),
  author: z.string().max(limits.maxNameLength),
  narrator: z.string().max(limits.maxNameLength),
  description: z.string().max(limits.maxDescriptionLength),
  /** 0 when it is not known. */
  year: z.int().min(0).max(9_999),
  language: z.int().min(1).max(limits.maxInteger),
  category_code: z.string().max(limits.maxCodeLength).nullable(),
  sub_category_code: z.string().max(limits.maxCodeLength).nullable(),
  chapters: z
    .array(
      z.object({
        code: z.string().max(limits.maxCodeLength),
        name: z.string().max(limits.maxNameLength),
        /** Whole seconds. */
        duration: z.int().min(0).max(limits.maxInteger),
        /** The name of the file with its sound, beside this one, and its part of it; null for none. */
        sound: z
          .object({
            file: z.string().max(importLimits.maxPathLength),
            start: seconds.nullable(),
            end: seconds.nullable(),
          })
          .nullable(),
        texts: z.array(
          z.object({
            code: z.string().max(limits.maxCodeLength),
            text: z.string().max(limits.maxTextItemLength),
          }),
        ),
      }),
    )
    .max(importLimits.maxChapters),
});
export type ExportedBook = z.infer<typeof exportedBook>;
