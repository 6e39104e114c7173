import { z } from 'zod';
import { StructuredTextError, structuredInput, parseJson } from '#contract/core/structured-text';
import { valueMessages } from '#contract/core/messages';
import { namedSchema } from '#contract/core/schema-notes';

/*
 * The subjects of a book in order, by scheme and code. They are stored as one text, such as “Thema:FBA; BISAC:FIC019000=Literary fiction”.
 * The label after `=` is that of the book. Without it, the label of the scheme’s list applies.
 */

/** The maximum number of subjects of a book. */
export const MAX_SUBJECTS = 50;
export const subjectLimits = { maxSchemeLength: 40, maxCodeLength: 100, maxLabelLength: 300 } as const;
/** The maximum length of the stored text. */
export const MAX_SUBJECTS_LENGTH = 20_000;

/** A subject in a response. */
export const subject = namedSchema(
  'Subject',
  z.object({
    scheme: z.string().describe('The name of the scheme, such as `Thema`.'),
    code: z.string().describe('The code in the scheme.'),
    label: z
      .string()
      .optional()
      .describe('The label of the book, otherwise that of the scheme’s list. Absent if there is none.'),
  }),
);
export type Subject = z.infer<typeof subject>;

/** The characters that separate the parts of a text. */
const separators = /[:;=\n\r]/;

/** Returns subjects as text. */
export const formatSubjects = (subjects: readonly Subject[]): string =>
  subjects.map(({ scheme, code, label }) => `${scheme}:${code}${label ? `=${label}` : ''}`).join('; ');

/** Returns the subjects of a stored text. */
export const parseSubjects = (text: string): Subject[] =>
  text
    .split(';')
    .filter((entry) => entry.trim() !== '')
    .map((entry) => {
      const [, scheme = '', code = '', label = ''] = /^([^:]*)(?::([^=]*))?(?:=(.*))?$/s.exec(entry) ?? [];
      return {
        scheme: scheme.trim(),
        code: code.trim(),
        ...(label.trim() !== '' && { label: label.trim() }),
      };
    });

/** Returns the subjects of both texts, each once, as far as a book can have them. */
export function joinSubjects(first: string, second: string): string {
  const groups = Map.groupBy([...parseSubjects(first), ...parseSubjects(second)], subjectKey);
  const subjects = [...groups.values()].flatMap(([entry]) => entry ?? []).slice(0, MAX_SUBJECTS);
  while (formatSubjects(subjects).length > MAX_SUBJECTS_LENGTH) subjects.pop();
  return formatSubjects(subjects);
}

/** Returns the text by which filters compare a subject: scheme and code, without regard to case. */
export const subjectKey = ({ scheme, code }: Pick<Subject, 'scheme' | 'code'>): string =>
  `${scheme}:${code}`.toLowerCase();

const looseSubject = z.object({
  scheme: z.string(),
  code: z.union([z.string(), z.number().transform(String)]),
  label: z
    .string()
    .nullish()
    .transform((label) => label ?? undefined),
});

/** @throws StructuredTextError */
function checkedSubject(loose: z.output<typeof looseSubject>, position: number): Subject {
  const scheme = loose.scheme.trim();
  const code = loose.code.trim();
  const label = (loose.label ?? '').replaceAll(/\s+/g, ' ').trim();
  const fail = (message: string) => new StructuredTextError(valueMessages.ofSubject(position, message));
  if (scheme === '' || code === '' || separators.test(scheme) || /[;=\n\r]/.test(code))
    throw fail(valueMessages.mustBeSubject);
  if (
    scheme.length > subjectLimits.maxSchemeLength ||
    code.length > subjectLimits.maxCodeLength ||
    label.length > subjectLimits.maxLabelLength
  )
    throw fail(valueMessages.tooLong(subjectLimits.maxCodeLength));
  if (label.includes(';')) throw fail(valueMessages.mustBeSubject);
  return { scheme, code, ...(label !== '' && { label }) };
}

/** Returns the subjects of a request in their stored form. A repeated subject counts once. @throws StructuredTextError */
function subjectsInRequest(value: unknown): string {
  const list =
    typeof value === 'string' && !value.trimStart().startsWith('[')
      ? parseSubjects(value.slice(0, MAX_SUBJECTS_LENGTH + 1))
      : z.array(looseSubject).safeParse(typeof value === 'string' ? parseJson(value) : value).data;
  if (!list) throw new StructuredTextError(valueMessages.mustBeSubjects);
  if (list.length > MAX_SUBJECTS)
    throw new StructuredTextError(valueMessages.tooManyEntries(MAX_SUBJECTS, 'subjects'));
  const subjects = new Map<string, Subject>();
  for (const [index, loose] of list.entries()) {
    const validSubject = checkedSubject({ label: undefined, ...loose }, index + 1);
    const key = subjectKey(validSubject);
    if (!subjects.has(key)) subjects.set(key, validSubject);
  }
  const text = formatSubjects([...subjects.values()]);
  if (text.length > MAX_SUBJECTS_LENGTH)
    throw new StructuredTextError(valueMessages.tooLong(MAX_SUBJECTS_LENGTH));
  return text;
}

/** The subjects in a request, as a list or as text. Returns the stored text. */
export const subjectsInput = structuredInput(
  subjectsInRequest,
  z.union([z.array(subject).max(MAX_SUBJECTS), z.string().max(MAX_SUBJECTS_LENGTH)]),
);
