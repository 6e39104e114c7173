import { blockTypes } from '#contract/mobile-configs/block-types';
import type { ResourceName } from '#contract/core/permissions';

/** A type of record with lists that other records can be added to. */
export type AddTarget = 'collections' | 'story-books' | 'challenges' | 'mobile-configs';

const listsOfBooks = ['collections', 'challenges'] as const;
const onHomeScreens = new Set<ResourceName>(Object.values(blockTypes).map(({ shows }) => shows));

/** A target, and the permissions of which any one is enough to add to it. */
export interface PermittedTarget {
  readonly target: AddTarget;
  readonly edited: readonly ResourceName[];
}

/** Returns the targets of records of a type. On a home screen, books are added to a block of books or to a list that it shows. */
export function targetsOf(kind: ResourceName): readonly PermittedTarget[] {
  if (kind === 'books')
    return [
      { target: 'collections', edited: ['collections'] },
      { target: 'story-books', edited: ['story-books'] },
      { target: 'challenges', edited: ['challenges'] },
      { target: 'mobile-configs', edited: ['mobile-configs', ...listsOfBooks] },
    ];
  return onHomeScreens.has(kind) ? [{ target: 'mobile-configs', edited: ['mobile-configs'] }] : [];
}
