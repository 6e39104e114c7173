import type { ProposalChapter, ImportProposal } from '#contract/imports/import-proposal';
import {
  mapProposalFields,
  type ProposalFieldName,
  proposalFieldNames,
} from '#contract/imports/proposal-fields';
import type { SeriesInFile } from '#contract/series/series-in-file';
import type { ProposalChanges } from '#web/core/api/imports-api.ts';
import {
  contributorsPayload,
  type ContributorRow,
  toContributorRows,
} from '#web/features/books/contributor-rows.ts';
import { changedCustom, type CustomTexts, customTexts } from '#web/features/books/custom-form.ts';

/** The fields of a chapter that can be edited; the server sets the others. */
export type ChapterValues = Pick<ProposalChapter, 'id' | 'name' | 'audio' | 'texts'>;

/** The fields of a proposal that can be edited. */
export interface ProposalValues {
  readonly fields: Readonly<Record<ProposalFieldName, string>>;
  /** The contributors except the first author. */
  readonly contributors: readonly ContributorRow[];
  readonly series: readonly SeriesInFile[];
  readonly custom: CustomTexts;
  /** Blank without a category. */
  readonly category_code: string;
  readonly sub_category_code: string;
  readonly cover: number | null;
  readonly chapters: readonly ChapterValues[];
}

export function toValues(proposal: ImportProposal): ProposalValues {
  return {
    fields: mapProposalFields((name) => proposal.fields[name].value),
    contributors: toContributorRows(proposal.contributors, proposal.fields.author.value),
    series: (proposal.series ?? []).map(({ title, position }) => ({ title, position })),
    custom: customTexts(proposal),
    category_code: proposal.category_code ?? '',
    sub_category_code: proposal.sub_category_code ?? '',
    cover: proposal.cover,
    chapters: proposal.chapters.map(({ id, name, audio, texts }) => ({ id, name, audio, texts })),
  };
}

/** Returns true if all chapters are the same. Most are identical objects. */
const areSame = (first: ProposalValues['chapters'], second: ProposalValues['chapters']): boolean =>
  first === second ||
  (first.length === second.length &&
    first.every(
      (chapter, index) =>
        chapter === second[index] || JSON.stringify(chapter) === JSON.stringify(second[index]),
    ));

/** Returns the changes from `savedValues` to `values`; undefined if there are none. */
export function changesBetween(
  savedValues: ProposalValues,
  values: ProposalValues,
): ProposalChanges | undefined {
  const fields = Object.fromEntries(
    proposalFieldNames.flatMap((name) =>
      values.fields[name] === savedValues.fields[name] ? [] : [[name, values.fields[name]]],
    ),
  );
  const contributors = contributorsPayload(values.contributors);
  const areContributorsSame =
    JSON.stringify(contributors) === JSON.stringify(contributorsPayload(savedValues.contributors));
  const changes: ProposalChanges = {
    ...(Object.keys(fields).length > 0 && { fields }),
    ...(!areContributorsSame && {
      contributors,
      fields: { ...fields, author: values.fields.author },
    }),
    ...(JSON.stringify(values.series) !== JSON.stringify(savedValues.series) && {
      series: [...values.series],
    }),
    ...changedCustom(values.custom, savedValues.custom),
    ...(values.category_code !== savedValues.category_code && { category_code: values.category_code }),
    ...(values.sub_category_code !== savedValues.sub_category_code && {
      sub_category_code: values.sub_category_code,
    }),
    ...(values.cover !== savedValues.cover && { cover: values.cover }),
    ...(!areSame(values.chapters, savedValues.chapters) && {
      chapters: values.chapters.map((chapter) => ({ ...chapter, texts: [...chapter.texts] })),
    }),
  };
  return Object.keys(changes).length > 0 ? changes : undefined;
}
