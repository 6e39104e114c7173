import { bookDetails, detailText, type RecordName, recordNames } from '#contract/books/book-details';
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
  /** The publication record as it is edited. Blank without a value. */
  readonly record: Readonly<Record<RecordName, string>>;
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
    record: mapRecord((name) => String(detailText(proposal.publication_record ?? {}, name))),
    custom: customTexts(proposal),
    category_code: proposal.category_code ?? '',
    sub_category_code: proposal.sub_category_code ?? '',
    cover: proposal.cover,
    chapters: proposal.chapters.map(({ id, name, audio, texts }) => ({ id, name, audio, texts })),
  };
}

const mapRecord = <Value>(valueOf: (name: RecordName) => Value) =>
  Object.fromEntries(recordNames.map((name) => [name, valueOf(name)])) as Record<RecordName, Value>;

/** Returns the changed fields of the publication record. */
function changedRecord(
  { record }: ProposalValues,
  before: ProposalValues,
): ProposalChanges['publication_record'] {
  const names = recordNames.filter((name) => record[name] !== before.record[name]);
  if (names.length === 0) return undefined;
  return Object.fromEntries(
    names.map((name) => [name, bookDetails[name].column === 'integer' ? Number(record[name]) : record[name]]),
  );
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
  const publication_record = changedRecord(values, savedValues);
  const changes: ProposalChanges = {
    ...(Object.keys(fields).length > 0 && { fields }),
    ...(!areContributorsSame && {
      contributors,
      fields: { ...fields, author: values.fields.author },
    }),
    ...(JSON.stringify(values.series) !== JSON.stringify(savedValues.series) && {
      series: [...values.series],
    }),
    ...(publication_record && { publication_record }),
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
