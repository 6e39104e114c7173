import { type DetailInput, detailInWords, detailText, recordNames } from '#contract/books/book-details';
import { type Subject, subjectKey } from '#contract/books/book-subjects';
import type { Book } from '#contract/books/books';
import { parseIdentifiers } from '#contract/books/identifiers';
import { contributorNameKey } from '#contract/contributors/contributor-names';
import { type ContributorInFile, contributorRoles } from '#contract/contributors/contributors';
import { foldText } from '#contract/core/slug';
import type { MergeFieldName } from '#contract/imports/imports';
import type { SeriesInFile } from '#contract/series/series-in-file';
import type { StoredProposal } from './proposal/stored-proposal.ts';

/*
 * The part of a proposal for which the review has no field of its own: contributors other than the first author and the narrators, series,
 * and the publication record. Series and identifiers are added to those of the book; other values replace them.
 */

/** A value of a book before and after an update. */
export interface MergedValue {
  readonly today: string;
  readonly found: string;
  readonly isSame: boolean;
}

type People = readonly Pick<ContributorInFile, 'name' | 'role' | 'sort_name'>[];
interface Identifier {
  readonly type: string;
  readonly value: string;
}

const isAsin = ({ type }: Identifier): boolean => type.toLowerCase() === 'asin';
const typeKey = ({ type }: Identifier): string => type.toLowerCase();
const formatIdentifiers = (identifiers: readonly Identifier[]): string =>
  identifiers.map(({ type, value }) => `${type}: ${value}`).join('; ');
const valuesOf = (identifiers: readonly Identifier[]): string =>
  identifiers.map(({ value }) => value).join('; ');

/** Returns the identifiers of a book without those of the types of other ones, which follow. */
function withIdentifiers(before: readonly Identifier[], others: readonly Identifier[]): Identifier[] {
  const types = new Set(others.map(typeKey));
  return [...before.filter((identifier) => !types.has(typeKey(identifier))), ...others];
}

/** Returns the other identifiers of a book after an update with the selected fields. */
export function mergedIdentifiers(
  before: string,
  { other_identifiers: text = '' }: DetailInput,
  take: ReadonlySet<MergeFieldName>,
): string {
  const selectedIdentifiers = parseIdentifiers(text).filter((identifier) =>
    take.has(isAsin(identifier) ? 'asin' : 'other_identifiers'),
  );
  return formatIdentifiers(withIdentifiers(parseIdentifiers(before), selectedIdentifiers));
}

/** Returns the people except the first author and the narrators. */
function otherPeople(people: People): People {
  const author = people.find(({ role }) => role === 'author');
  return people.filter((contributor) => contributor !== author && contributor.role !== 'narrator');
}

const formatPeople = (people: People): string =>
  people.map(({ name, role }) => `${name} (${contributorRoles[role].label})`).join('; ');
const peopleKey = (people: People): string =>
  JSON.stringify(people.map(({ name, role }) => [contributorNameKey(name), role]));

/** Returns all contributors of a book after an update of those who are neither the first author nor narrators. */
export function mergedContributors(
  { contributors = [] }: Pick<Book, 'contributors'>,
  inFiles: People,
  take: ReadonlySet<MergeFieldName>,
): People {
  const people = take.has('narrator') ? inFiles : contributors;
  return [...otherPeople(inFiles), ...people.filter(({ role }) => role === 'narrator')];
}

const formatSeries = (series: readonly SeriesInFile[]): string =>
  series.map(({ title, position }) => (position === '' ? title : `${title} (${position})`)).join('; ');

/** Returns the series of a book after an update. A blank position in the files changes nothing. */
function mergedSeries(before: readonly SeriesInFile[], inFiles: readonly SeriesInFile[]): SeriesInFile[] {
  const sameIn = (list: readonly SeriesInFile[], { title }: SeriesInFile) =>
    list.find((entry) => foldText(entry.title) === foldText(title));
  return [
    ...before.map((entry) => ({ ...entry, position: sameIn(inFiles, entry)?.position || entry.position })),
    ...inFiles.filter((entry) => !sameIn(before, entry)),
  ];
}

const formatLabelled = (subjects: readonly Subject[]): string =>
  subjects
    .map(({ scheme, code, label }) => (label ? `${label} (${scheme} ${code})` : `${scheme} ${code}`))
    .join('; ');
const subjectKeys = (subjects: readonly Subject[]): string => subjects.map(subjectKey).join(';');

const toValue = (today: string, newValue: string, isSame = today === newValue): MergedValue => ({
  today,
  found: newValue,
  isSame,
});

/** Returns the values of the publication record that are compared as text. */
function detailValues(book: Book, record: DetailInput) {
  const rows = new Map<MergeFieldName, MergedValue>();
  for (const name of recordNames) {
    const inFiles = record[name];
    if (inFiles === undefined || name === 'subjects' || name === 'other_identifiers') continue;
    const before = detailText(book, name);
    const isEqual = name === 'keywords' ? foldText(String(before)) === foldText(String(inFiles)) : undefined;
    rows.set(
      name,
      toValue(
        detailInWords(name, before),
        detailInWords(name, inFiles),
        isEqual ?? String(before) === String(inFiles),
      ),
    );
  }
  return rows;
}

function identifierValues(before: string, record: DetailInput) {
  const rows = new Map<MergeFieldName, MergedValue>();
  const inFiles = parseIdentifiers(record.other_identifiers ?? '');
  const today = parseIdentifiers(before);
  const [asin, others] = [inFiles.filter(isAsin), inFiles.filter((identifier) => !isAsin(identifier))];
  const otherToday = today.filter((identifier) => !isAsin(identifier));
  if (asin.length > 0) rows.set('asin', toValue(valuesOf(today.filter(isAsin)), valuesOf(asin)));
  if (others.length > 0) {
    const after = formatIdentifiers(withIdentifiers(otherToday, others));
    rows.set('other_identifiers', toValue(formatIdentifiers(otherToday), after));
  }
  return rows;
}

/**
 * Returns the values that a proposal can change, by field. Fields without a value in the proposal are absent.
 * @param subjects the subjects of the proposal that a book can have, with their labels
 */
export function recordValues(
  book: Book,
  { contributors, series = [], publication_record: record = {} }: StoredProposal,
  subjects: readonly Subject[],
): ReadonlyMap<MergeFieldName, MergedValue> {
  const rows = new Map([
    ...detailValues(book, record),
    ...identifierValues(book.other_identifiers ?? '', record),
  ]);
  const [people, otherToday] = [otherPeople(contributors), otherPeople(book.contributors ?? [])];
  if (people.length > 0)
    rows.set(
      'contributors',
      toValue(formatPeople(otherToday), formatPeople(people), peopleKey(otherToday) === peopleKey(people)),
    );
  if (series.length > 0) {
    const today = book.series ?? [];
    rows.set('series', toValue(formatSeries(today), formatSeries(mergedSeries(today, series))));
  }
  if (subjects.length > 0) {
    const today = book.subjects ?? [];
    const isSame = subjectKeys(today) === subjectKeys(subjects);
    rows.set('subjects', toValue(formatLabelled(today), formatLabelled(subjects), isSame));
  }
  return rows;
}

/** Returns the publication record of an update with the selected fields. Identifiers of other types are merged separately. */
export const recordInput = (record: DetailInput, take: ReadonlySet<MergeFieldName>): DetailInput =>
  Object.fromEntries(
    recordNames.flatMap((name) =>
      name === 'other_identifiers' || !take.has(name) || record[name] === undefined
        ? []
        : [[name, record[name]]],
    ),
  );
