import { contributorNameKey } from '#contract/contributors/contributor-names';
import {
  type ContributorInFile,
  type ContributorRole,
  MAX_CONTRIBUTORS,
} from '#contract/contributors/contributors';
import { splitNames } from '#contract/contributors/name-lists';
import type { ProposalField } from '#contract/imports/import-proposal';
import type { ImportUpdate } from '#contract/imports/imports';
import type { ProposalFieldName } from '#contract/imports/proposal-fields';
import type { BookFiles } from './group.ts';
import { tidyName } from './tidy-names.ts';

type Fields = Readonly<Record<ProposalFieldName, ProposalField>>;

/** Roles that Audible writes after names: "Emily Wilson - translator". */
const roleAfterName =
  /^(.+?)\s+[-–—]\s+(translator|illustrator|editor|foreword|introduction|preface|narrator)$/iu;
const rolesByWord: Readonly<Record<string, ContributorRole>> = {
  translator: 'translator',
  illustrator: 'illustrator',
  editor: 'editor',
  foreword: 'foreword',
  introduction: 'foreword',
  preface: 'foreword',
  narrator: 'narrator',
};

/** Returns the people in a text of tags. A role after a name replaces `role`. */
function contributorsIn(text: string, role: ContributorRole): ContributorInFile[] {
  const parts = text.split(/[;,]|\s&\s/u).map((part) => part.trim());
  const hasRoles = parts.some((part) => roleAfterName.test(part));
  return (hasRoles ? parts.filter((part) => part !== '') : splitNames(text)).map((part) => {
    const [, name = part, word = ''] = roleAfterName.exec(part) ?? [];
    return { name, role: rolesByWord[word.toLowerCase()] ?? role };
  });
}

const isAuthor = ({ role }: Pick<ContributorInFile, 'role'>): boolean => role === 'author';

const areSame = (a: ContributorInFile, b: ContributorInFile): boolean =>
  a.role === b.role && contributorNameKey(a.name) === contributorNameKey(b.name);

/** Returns contributors with the first author in front, without repeated ones. */
export function inOrder(contributors: readonly ContributorInFile[]): ContributorInFile[] {
  const first = contributors.find(isAuthor);
  return [...(first ? [first] : []), ...contributors]
    .filter((contributor, index, list) => list.findIndex((other) => areSame(other, contributor)) === index)
    .slice(0, MAX_CONTRIBUTORS);
}

/** Returns the first author and the narrators in the fields. */
export const contributorsOfFields = ({ author, narrator }: Fields): ContributorInFile[] =>
  inOrder([
    ...(author.value === '' ? [] : [{ name: author.value, role: 'author' as const }]),
    ...splitNames(narrator.value).map((name) => ({ name, role: 'narrator' as const })),
  ]);

/** Returns the field with single names. The first author is its value. */
function withSingleNames({ value, source, candidates }: ProposalField): ProposalField {
  const authorsIn = (text: string) =>
    contributorsIn(text, 'author').flatMap(({ name, role }) => (role === 'author' ? [name] : []));
  const singleNames = candidates.flatMap((candidate) =>
    authorsIn(candidate.value).map((name) => ({ value: name, source: candidate.source })),
  );
  const names = new Set<string>();
  return {
    value: authorsIn(value)[0] ?? value,
    source,
    candidates: singleNames.filter((candidate) => !names.has(candidate.value) && names.add(candidate.value)),
  };
}

/** Returns the contributors in the files of a book, and the fields with its first author. */
export function contributorsOfBook(
  { epub, json }: BookFiles,
  fields: Fields,
): { fields: Fields; contributors: ContributorInFile[] } {
  if (json) return { fields, contributors: [...(json.found.contributors ?? contributorsOfFields(fields))] };
  const inText = (epub?.found.contributors ?? []).flatMap((contributor) => {
    const people = contributorsIn(tidyName(contributor.name), contributor.role);
    return people.length === 1 ? people.map((single) => ({ ...contributor, ...single })) : people;
  });
  const inTags = (role: 'author' | 'narrator') =>
    inText.some((contributor) => contributor.role === role) ? [] : contributorsIn(fields[role].value, role);
  return {
    fields: { ...fields, author: withSingleNames(fields.author) },
    contributors: inOrder([...inTags('author'), ...inText, ...inTags('narrator')]),
  };
}

/** Returns people with other narrators, at the position of the previous ones. */
function withNarrators(people: readonly ContributorInFile[], text: string): ContributorInFile[] {
  const narrators = splitNames(text).map((name) => ({ name, role: 'narrator' as const }));
  const first = people.findIndex(({ role }) => role === 'narrator');
  const others = people.filter(({ role }) => role !== 'narrator');
  return others.toSpliced(first === -1 ? others.length : first, 0, ...narrators);
}

/** Returns the contributors after the edits of a user. Absent edits change nothing. */
export function editedContributors(
  before: readonly ContributorInFile[],
  { contributors, fields: { author, narrator } = {} }: Pick<ImportUpdate, 'contributors' | 'fields'>,
): ContributorInFile[] {
  const first = before.find(isAuthor);
  const others = before.filter((contributor) => contributor !== first);
  const people = contributors ?? (narrator === undefined ? others : withNarrators(others, narrator));
  const firstAuthor = author ?? (contributors?.some(isAuthor) ? '' : (first?.name ?? ''));
  const all = firstAuthor === '' ? people : [{ name: firstAuthor, role: 'author' as const }, ...people];
  const sortNames = new Map(before.map(({ name, sort_name }) => [contributorNameKey(name), sort_name]));
  return inOrder(
    all.map(({ name, role, sort_name = sortNames.get(contributorNameKey(name)) }) => ({
      name,
      role,
      ...(sort_name !== undefined && { sort_name }),
    })),
  );
}
