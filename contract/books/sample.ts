import { z } from 'zod';
import { limits } from '#contract/core/limits';
import { parseJson, structuredInput, StructuredTextError } from '#contract/core/structured-text';
import { valueMessages } from '#contract/core/messages';
import { namedSchema, withKeywords } from '#contract/core/schema-notes';

/* The audio sample of a book: a part of a chapter. It is stored as one text, such as “CH-01 12.5-45”, with seconds in the chapter. */

export const MIN_SAMPLE_SECONDS = 1;
export const MAX_SAMPLE_SECONDS = 600;

const seconds = withKeywords(z.number(), { minimum: 0 });

/** The file of the sample in a response. */
export const sampleUrl = withKeywords(z.string(), { format: 'uri-reference' })
  .optional()
  .describe('The audio sample as a file. Absent without a sample, and while its file is being created.');

/** The sample in a response. */
export const sample = namedSchema(
  'Sample',
  z.object({
    chapter_code: z.string().describe('The code of the chapter.'),
    start: seconds.describe('The start in the chapter, in seconds.'),
    end: seconds.describe('The end in the chapter, in seconds.'),
  }),
);
export type Sample = z.infer<typeof sample>;

const TEXT = /^(.+) (\d{1,6}(?:\.\d{1,6})?)-(\d{1,6}(?:\.\d{1,6})?)$/;
const MAX_TEXT = limits.maxCodeLength + 40;

const toHundredths = (value: number): number => Math.round(value * 100) / 100;

/** Returns the stored text of a sample. */
export const formatSample = ({ chapter_code, start, end }: Sample): string =>
  `${chapter_code} ${toHundredths(start)}-${toHundredths(end)}`;

/** Returns the sample of a text; undefined for other text. */
export function parseSample(text: string): Sample | undefined {
  const [, chapter_code, start, end] = TEXT.exec(text.trim()) ?? [];
  return chapter_code === undefined
    ? undefined
    : { chapter_code: chapter_code.trim(), start: Number(start), end: Number(end) };
}

/** Returns the error message of a range; undefined if it is valid. */
export function sampleError({ start, end }: Pick<Sample, 'start' | 'end'>): string | undefined {
  const length = toHundredths(end - start);
  return length < MIN_SAMPLE_SECONDS || length > MAX_SAMPLE_SECONDS
    ? valueMessages.sampleLength(MIN_SAMPLE_SECONDS, MAX_SAMPLE_SECONDS / 60)
    : undefined;
}

const looseSample = z.object({
  chapter_code: z.string().trim().min(1).max(limits.maxCodeLength),
  start: z.coerce.number().min(0).max(limits.maxInteger),
  end: z.coerce.number().min(0).max(limits.maxInteger),
});

/** Returns the sample of a request; undefined if it is none. */
function readSample(value: unknown): Sample | undefined {
  if (typeof value !== 'string') return looseSample.safeParse(value).data;
  return value.trimStart().startsWith('{')
    ? looseSample.safeParse(parseJson(value)).data
    : parseSample(value.slice(0, MAX_TEXT + 1));
}

/** Returns the sample of a request in its stored form. @throws StructuredTextError */
function sampleInRequest(value: unknown): string {
  if (typeof value === 'string' && value.trim() === '') return '';
  const input = readSample(value);
  const message = input ? sampleError(input) : valueMessages.mustBeSample;
  if (!input || message !== undefined) throw new StructuredTextError(message);
  return formatSample(input);
}

/** The sample in a request, as an object or as text. Returns the stored text. */
export const sampleInput = structuredInput(sampleInRequest, z.union([sample, z.string().max(MAX_TEXT)]));
