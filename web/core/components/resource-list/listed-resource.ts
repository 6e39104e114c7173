import type { Deletions } from '#web/core/components/use-delete.ts';

/** The resources with the common screen of a list. */
export type ListedResource =
  | 'categories'
  | 'sub-categories'
  | 'collections'
  | 'series'
  | 'publishers'
  | 'story-books'
  | 'mobile-configs'
  | 'challenges';

/** Those whose list is a table. */
export type TableResource = Exclude<ListedResource, 'challenges'>;

/** The actions of the rows of a list. */
export interface RowActions<Item> {
  readonly onEdit: (item: Item) => void;
  readonly onDelete: (item: Item) => void;
  readonly deletionOf: Deletions<Item>['deletionOf'];
}
