import type { Transaction } from 'kysely';
import {
  formatSubjects,
  MAX_SUBJECTS,
  MAX_SUBJECTS_LENGTH,
  parseSubjects,
  subjectKey,
  subjectsInput,
} from '#contract/books/book-subjects';
import { MAX_KEYWORDS_LENGTH } from '#contract/books/book-details';
import type { Schema } from '#server/core/db/schema';
import { acceptedSubjects, schemeNames } from '#server/core/resource/book-subjects';
import type { SubjectInFile } from './parsers/parsed.ts';
import type { StoredProposal } from './proposal/stored-proposal.ts';
import { warning } from './proposal/warnings.ts';

const separator = '; ';

/** Returns the first entries that fit into a text, without entries that are equal by `keyOf`. */
function joinFirst(
  entries: readonly string[],
  { maxCount, maxLength, keyOf }: { maxCount: number; maxLength: number; keyOf: (entry: string) => string },
): { text: string; isComplete: boolean } {
  const keys = new Set([keyOf('')]);
  const uniqueEntries = entries.filter((entry) => !keys.has(keyOf(entry)) && keys.add(keyOf(entry)));
  const count = uniqueEntries.findIndex(
    (_, index) => index >= maxCount || uniqueEntries.slice(0, index + 1).join(separator).length > maxLength,
  );
  const firstEntries = count === -1 ? uniqueEntries : uniqueEntries.slice(0, count);
  return { text: firstEntries.join(separator), isComplete: count === -1 };
}

/** Returns the text of a subject; blank for a keyword and for one that no book can have. */
const textOf = ({ scheme, code, label }: SubjectInFile): string =>
  subjectsInput.safeParse([{ scheme, code, label: label.replaceAll(';', ',') }]).data ?? '';

const keyOfText = (text: string): string => parseSubjects(text).map(subjectKey)[0] ?? '';

/**
 * Adds the subjects of an EPUB to a proposal. Those whose scheme does not exist or does not list their code become keywords. What a book cannot
 * have is skipped with a warning.
 */
export async function withKnownSubjects(
  trx: Transaction<Schema>,
  proposal: StoredProposal,
  subjects: readonly SubjectInFile[],
): Promise<StoredProposal> {
  if (subjects.length === 0) return proposal;
  const readTexts = subjects.map(textOf);
  const texts = readTexts.map((await schemeNames(trx, readTexts)).original);
  const all = texts.filter((text) => text !== '').join(separator);
  const validSubjects = parseSubjects(await acceptedSubjects(trx, all));
  const acceptedKeys = new Set(validSubjects.map(subjectKey));
  const knownSubjects = joinFirst(
    validSubjects.map((subject) => formatSubjects([subject])),
    { maxCount: MAX_SUBJECTS, maxLength: MAX_SUBJECTS_LENGTH, keyOf: keyOfText },
  );
  const keywords = joinFirst(
    subjects
      .filter((_, index) => !acceptedKeys.has(keyOfText(texts[index] ?? '')))
      .flatMap(({ code, label }) => (label || code).split(';').map((keyword) => keyword.trim())),
    { maxCount: Infinity, maxLength: MAX_KEYWORDS_LENGTH, keyOf: (keyword) => keyword.toLowerCase() },
  );
  const problems = [
    ...(knownSubjects.isComplete
      ? []
      : ['The EPUB has more subjects than a book can have. The last ones were skipped.']),
    ...(keywords.isComplete
      ? []
      : ['The EPUB has more keywords than a book can have. The last ones were skipped.']),
  ];
  return {
    ...proposal,
    publication_record: {
      ...proposal.publication_record,
      ...(knownSubjects.text !== '' && { subjects: knownSubjects.text }),
      ...(keywords.text !== '' && { keywords: keywords.text }),
    },
    warnings: [...proposal.warnings, ...problems.map((message) => warning('limit', message))],
  };
}
