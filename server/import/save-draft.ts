import type { ImportWarning } from '#contract/import-draft';
import { defaultLanguage } from '#contract/languages';
import { searchKeyOf } from '#server/db/folding';
import type { ImportRow } from '#server/db/tables/imports';
import type { StoredDraft } from './draft/stored-draft.ts';

/** The sentences that lists show. */
const SHOWN_PROBLEMS = 3;

/** The columns that follow from a draft. `doubts` is what the catalogue says of it. */
export function columnsOfDraft(
  draft: StoredDraft,
  doubts: readonly ImportWarning[],
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
  | 'draft'
> {
  const { fields, chapters, cover } = draft;
  const warnings = [...draft.warnings, ...doubts];
  const heard = chapters.flatMap(({ sound }) => sound ?? []);
  return {
    name: fields.name.value,
    author: fields.author.value,
    language: Number(fields.language.value) || defaultLanguage,
    search_key: searchKeyOf(fields.name.value, fields.author.value),
    thumbnail_key: (cover === null ? undefined : thumbnailKeys[cover]) ?? null,
    chapter_count: chapters.length,
    duration: Math.round(heard.reduce((sum, { start, end }) => sum + end - start, 0)),
    text_count: chapters.reduce(
      (sum, { texts }) => sum + texts.reduce((inner, { from, to }) => inner + to - from, 0),
      0,
    ),
    warning_count: warnings.length,
    problems: JSON.stringify(warnings.slice(0, SHOWN_PROBLEMS).map(({ sentence }) => sentence)),
    draft: JSON.stringify(draft),
  };
}
