import type { Clip } from './epub-overlays.ts';
import type { Block } from './epub-text.ts';

/** The text of a book as one list of blocks, with the start of each page and each id. */
export interface Flow {
  readonly blocks: readonly Block[];
  /** Audio of the elements on the page of each block. */
  readonly clips?: ReadonlyMap<Block, ReadonlyMap<string, Clip>>;
  readonly pages: ReadonlyMap<string, { readonly start: number; readonly ids: ReadonlyMap<string, number> }>;
}
