import type {
  ImportContributor,
  ImportSeries,
  ProposalField,
  ProposalFile,
  ImportProposal,
  ImportSummary,
  ImportWarning,
} from '#contract/imports/import-proposal';
import type { ProposalSource } from '#contract/imports/import-limits';
import { mapProposalFields } from '#contract/imports/proposal-fields';
import { defaultLanguage } from '#contract/core/languages';
import type { ImportCoverRow, ImportFileRow } from '#server/core/db/tables/imports';
import { mediaUrl } from '#server/core/media/media-url';
import { bookCodeOf } from '#server/core/resource/book-code';
import { excludedEntriesOf } from './excluded-entries.ts';
import type { StoredProposal } from './proposal/stored-proposal.ts';
import type { SummaryRow } from './imports.repository.ts';

export function toSummary(row: SummaryRow): ImportSummary {
  const {
    user_id,
    user_name,
    book_id,
    book_name,
    thumbnail_key,
    book_thumbnail_key,
    problems,
    batch_id,
    ...shown
  } = row;
  return {
    ...shown,
    thumbnail_url: mediaUrl(thumbnail_key ?? book_thumbnail_key),
    problems: JSON.parse(problems) as string[],
    batch_id: batch_id ?? row.id,
    user: user_id === null ? null : { id: user_id, name: user_name ?? '' },
    book: book_id === null ? null : { id: book_id, code: bookCodeOf(book_id), name: book_name ?? '' },
  };
}

const noField: ProposalField = { value: '', source: 'none', candidates: [] };

/** The proposal of an import that was not parsed. */
export const emptyProposal: StoredProposal = {
  fields: {
    ...mapProposalFields(() => noField),
    language: { ...noField, value: String(defaultLanguage) },
  },
  contributors: [],
  category_code: null,
  sub_category_code: null,
  cover: null,
  audios: [],
  texts: [],
  chapters: [],
  warnings: [],
};

const toFile = ({ path, kind, size, seconds, key, problem }: ImportFileRow): ProposalFile => ({
  path,
  kind: kind as ProposalFile['kind'],
  size,
  seconds,
  audio_url: kind === 'audio' ? mediaUrl(key) : null,
  problem,
});

/** Returns a proposal as response fields. `duplicates` lists the similar books and imports. */
export function toProposal(
  row: SummaryRow,
  {
    proposal,
    fileRows,
    duplicates,
    contributors,
    series,
    record,
  }: {
    readonly proposal: StoredProposal;
    readonly fileRows: { files: readonly ImportFileRow[]; covers: readonly ImportCoverRow[] };
    readonly duplicates: readonly ImportWarning[];
    readonly contributors: readonly ImportContributor[];
    readonly series: readonly ImportSeries[];
    readonly record: ImportProposal['publication_record'];
  },
): ImportProposal {
  const warnings = [...proposal.warnings, ...duplicates];
  const files = fileRows.files.map(toFile);
  return {
    ...toSummary(row),
    warning_count: warnings.length,
    problems: warnings.slice(0, 3).map(({ message }) => message),
    ...proposal,
    contributors: [...contributors],
    series: [...series],
    publication_record: record,
    audios: [...proposal.audios],
    texts: [...proposal.texts],
    chapters: [...proposal.chapters],
    files,
    excluded: excludedEntriesOf(proposal, files),
    covers: fileRows.covers.map(({ path, source, image_key, thumbnail_key }) => ({
      path,
      source: source as ProposalSource,
      image_url: mediaUrl(image_key),
      thumbnail_url: mediaUrl(thumbnail_key),
    })),
    warnings,
  };
}
