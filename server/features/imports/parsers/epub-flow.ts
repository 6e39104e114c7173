import type { Clip } from './epub-overlays.ts';
import type { Block } from './epub-text.ts';

/** The text of a book in one flow: where each page and each id begins. */
export interface Flow {
  readonly blocks: readonly Block[];
  /** When the elements of the page of each block are spoken. */
  readonly clips?: ReadonlyMap<Block, ReadonlyMap<string, Clip>>;
  readonly pages: ReadonlyMap<string, { readonly start: number; readonly ids: ReadonlyMap<string, number> }>;
}
