import type { ProposalChapter, ImportProposal } from '#contract/imports/import-proposal';
import type { SortablePosition } from '#web/ui/sortable-list.tsx';
import type { Chapters } from './chapter-edits.ts';
import type { ChapterValues } from './proposal-values.ts';

export interface ChapterRowActions {
  toggle(id: string): void;
  rename(id: string, name: string): void;
  join(id: string): void;
  skip(id: string): void;
  change(update: (chapters: Chapters) => Chapters): void;
}

export interface ChapterRowProps {
  readonly proposal: ImportProposal;
  readonly chapter: ChapterValues;
  /** The server's version of the chapter; undefined if it is not saved yet. */
  readonly storedChapter: ProposalChapter | undefined;
  /** The label. It is also defined for a chapter without a name. */
  readonly name: string;
  readonly canJoin: boolean;
  readonly isOpen: boolean;
  readonly position: SortablePosition;
  readonly actions: ChapterRowActions;
}
