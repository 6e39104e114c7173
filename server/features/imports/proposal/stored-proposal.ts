import type { DetailInput } from '#contract/books/book-details';
import type { Sample } from '#contract/books/sample';
import type { SeriesInFile } from '#contract/series/series-in-file';
import type { ExportedEdition } from '#contract/exports/exported-book';
import type { CustomValues } from '#contract/custom-fields/custom-values';
import type { ContributorInFile } from '#contract/contributors/contributors';
import type {
  ProposalChapter,
  ProposalField,
  ImportWarning,
  ExcludedEntry,
  AudioChapter,
  TextChapter,
} from '#contract/imports/import-proposal';
import { type ProposalFieldName, mapProposalFields } from '#contract/imports/proposal-fields';
import { contributorsOfFields } from './proposal-contributors.ts';

/** A proposal as stored, without its files, covers and texts, which have separate tables. */
export interface StoredProposal {
  readonly fields: Readonly<Record<ProposalFieldName, ProposalField>>;
  /** All contributors in order. The fields contain the first author and the names of the narrators. */
  readonly contributors: readonly ContributorInFile[];
  /** The publication record of an exported book, without the ISBN. It is stored in a new book. */
  readonly publication_record?: DetailInput;
  /** The series in the files. Proposals of earlier versions have none. */
  readonly series?: readonly SeriesInFile[];
  /** The values of custom fields of an exported book. They are stored in a new book. */
  readonly custom?: CustomValues;
  readonly category_code: string | null;
  readonly sub_category_code: string | null;
  /** The first edition of the work. It is stored in a new book. */
  readonly edition_of?: ExportedEdition;
  /** The sample of an exported book. It is stored in a new book with its chapter. */
  readonly sample?: Sample;
  readonly cover: number | null;
  readonly audios: readonly AudioChapter[];
  readonly texts: readonly TextChapter[];
  readonly chapters: readonly ProposalChapter[];
  /** Files excluded by default, or that cannot be included. Proposals of earlier versions have none. */
  readonly excluded?: readonly ExcludedEntry[];
  /** Warnings of the parsers. Those about the catalogue (same book, same audio) are computed anew. */
  readonly warnings: readonly ImportWarning[];
}

const noField: ProposalField = { value: '', source: 'none', candidates: [] };

/** Returns a stored proposal. Fields that its version did not know are blank. */
export function parseProposal(json: string): StoredProposal {
  const proposal = JSON.parse(json) as Omit<StoredProposal, 'fields' | 'contributors'> & {
    readonly fields: Partial<StoredProposal['fields']>;
    readonly contributors?: StoredProposal['contributors'];
  };
  const fields = mapProposalFields((name) => proposal.fields[name] ?? noField);
  return { ...proposal, fields, contributors: proposal.contributors ?? contributorsOfFields(fields) };
}
