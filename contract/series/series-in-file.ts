import { z } from 'zod';
import * as fields from '#contract/core/fields';
import { limits } from '#contract/core/limits';
import { messages } from '#contract/core/messages';

/** A series of a book in a file or import. */
export const seriesInFile = z.object({
  title: fields
    .requiredText(limits.maxNameLength, messages.titleRequired)
    .describe('The title of the series.'),
  position: fields
    .text(limits.maxSeriesPositionLength)
    .default('')
    .describe('The position of the book as text.'),
});
export type SeriesInFile = z.output<typeof seriesInFile>;
