import type { ImportWarning } from '#contract/imports/import-proposal';
import { defaultLanguage } from '#contract/core/languages';
import { searchKeyOf } from '#server/core/db/folding';
import type { ImportRow } from '#server/core/db/tables/imports';
import type { StoredProposal } from './proposal/stored-proposal.ts';

/** Number of messages that lists show. */
const SHOWN_PROBLEMS = 3;

/** Returns the columns that are computed from a proposal. `duplicates` lists the similar books and imports. */
export function columnsOfProposal(
  proposal: StoredProposal,
  duplicates: readonly ImportWarning[],
  thumbnailKeys: readonly string[],
): Pick<
  ImportRow,
  | 'name'
  | 'author'
  | 'language'
  | 'search_key'
  | 'thumbnail_key'
  | 'chapter_count'
  | 'duration'
  | 'text_count'
  | 'warning_count'
  | 'problems'
  | 'proposal'
> {
  const { fields, chapters, cover } = proposal;
  const warnings = [...proposal.warnings, ...duplicates];
  const audios = chapters.flatMap(({ audio }) => audio ?? []);
  return {
    name: fields.name.value,
    author: fields.author.value,
    language: Number(fields.language.value) || defaultLanguage,
    search_key: searchKeyOf(fields.name.value, fields.author.value),
    thumbnail_key: (cover === null ? undefined : thumbnailKeys[cover]) ?? null,
    chapter_count: chapters.length,
    duration: Math.round(audios.reduce((sum, { start, end }) => sum + end - start, 0)),
    text_count: chapters.reduce(
      (sum, { texts }) => sum + texts.reduce((inner, { from, to }) => inner + to - from, 0),
      0,
    ),
    warning_count: warnings.length,
    problems: JSON.stringify(warnings.slice(0, SHOWN_PROBLEMS).map(({ message }) => message)),
    proposal: JSON.stringify(proposal),
  };
}
