import type { BulkChanges } from '#contract/bulk/bulk';
import { bookDetails } from '#contract/books/book-details';
import { formatSubjects, parseSubjects, subjectKey } from '#contract/books/book-subjects';

/* Values of books that a bulk edit computes from those of each book. */

/** Returns the keywords of a text. */
const parseKeywords = (text: string): string[] =>
  text
    .split(/[;\n\r]/)
    .map((keyword) => keyword.trim())
    .filter((keyword) => keyword !== '');

const keywordKey = (keyword: string): string => keyword.toLowerCase();

/** The functions that read, compare and write the entries of a list. */
interface EntryFormat<Entry> {
  readonly parse: (text: string) => Entry[];
  readonly key: (entry: Entry) => string;
  readonly format: (entries: readonly Entry[]) => string;
}

interface ListEdit {
  readonly add: string | undefined;
  readonly remove: string | undefined;
}

/** Returns a function that adds entries to a text, and removes others. A text without these entries stays as it is. */
const editText =
  <Entry>({ parse, key, format }: EntryFormat<Entry>) =>
  (text: string, { add = '', remove = '' }: ListEdit): string => {
    const entries = parse(text);
    const removedKeys = new Set(parse(remove).map(key));
    const others = entries.filter((entry) => !removedKeys.has(key(entry)));
    const keys = new Set(others.map(key));
    const newEntries = [...new Map(parse(add).map((entry) => [key(entry), entry])).values()].filter(
      (entry) => !keys.has(key(entry)),
    );
    return others.length === entries.length && newEntries.length === 0
      ? text
      : format([...others, ...newEntries]);
  };

const editKeywords = editText({
  parse: parseKeywords,
  key: keywordKey,
  format: (entries) => entries.join('; '),
});
const editSubjects = editText({ parse: parseSubjects, key: subjectKey, format: formatSubjects });

export type TextEdits = Pick<
  BulkChanges,
  'add_subjects' | 'remove_subjects' | 'add_keywords' | 'remove_keywords'
>;

interface EditedTexts {
  readonly subjects?: string;
  readonly keywords?: string;
}

/** Returns the subjects and keywords of a book after an edit of them; undefined if they would be too long. */
export function editTexts(
  { subjects = '', keywords = '' }: EditedTexts,
  edits: TextEdits,
): EditedTexts | undefined {
  const { add_subjects, remove_subjects, add_keywords, remove_keywords } = edits;
  const isOfSubjects = add_subjects !== undefined || remove_subjects !== undefined;
  const isOfKeywords = add_keywords !== undefined || remove_keywords !== undefined;
  const after = {
    ...(isOfSubjects && {
      subjects: editSubjects(subjects, { add: add_subjects, remove: remove_subjects }),
    }),
    ...(isOfKeywords && {
      keywords: editKeywords(keywords, { add: add_keywords, remove: remove_keywords }),
    }),
  };
  const isValid =
    bookDetails.subjects.schema.safeParse(after.subjects).success &&
    bookDetails.keywords.schema.safeParse(after.keywords).success;
  return isValid ? after : undefined;
}
