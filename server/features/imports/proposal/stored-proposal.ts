import type {
  ProposalChapter,
  ProposalField,
  ImportWarning,
  ExcludedEntry,
  AudioChapter,
  TextChapter,
} from '#contract/imports/import-proposal';
import type { ProposalFieldName } from '#contract/imports/proposal-fields';

/** A proposal as stored, without its files, covers and texts, which have separate tables. */
export interface StoredProposal {
  readonly fields: Readonly<Record<ProposalFieldName, ProposalField>>;
  readonly category_code: string | null;
  readonly sub_category_code: string | null;
  readonly cover: number | null;
  readonly audios: readonly AudioChapter[];
  readonly texts: readonly TextChapter[];
  readonly chapters: readonly ProposalChapter[];
  /** Files excluded by default, or that cannot be included. Proposals of earlier versions have none. */
  readonly excluded?: readonly ExcludedEntry[];
  /** Warnings of the parsers. Those about the catalogue (same book, same audio) are computed anew. */
  readonly warnings: readonly ImportWarning[];
}
