import { type Endpoint, pathOf, type ResourceDeclaration } from '#contract/core/define-resource';
import { historyEndpointsOf } from '#contract/audit-log/audit-log';
import type { ResourceName } from '#contract/core/permissions';
import { books } from '#contract/books/books';
import { categories } from '#contract/categories/categories';
import { challenges } from '#contract/challenges/challenges';
import { collections } from '#contract/collections/collections';
import { mobileConfigs } from '#contract/mobile-configs/mobile-configs';
import { storyBooks } from '#contract/story-books/story-books';
import { subCategories } from '#contract/sub-categories/sub-categories';

const declarations: Readonly<Record<ResourceName, Pick<ResourceDeclaration, 'endpoints'>>> = {
  books,
  categories,
  'sub-categories': subCategories,
  collections,
  'story-books': storyBooks,
  'mobile-configs': mobileConfigs,
  challenges,
};

type Name = 'history' | 'revert';
const known = new Map<string, Readonly<Record<Name, Endpoint>>>();

/** The calls around what has happened to a record: the same object for the same record. */
export function historyEndpoints(kind: ResourceName, id: number): Readonly<Record<Name, Endpoint>> {
  const key = `${kind} ${id}`;
  const found = known.get(key);
  if (found) return found;
  const { history, revert } = historyEndpointsOf(declarations[kind]);
  const made = {
    history: { ...history, path: pathOf(history, id) },
    revert: { ...revert, path: pathOf(revert, id) },
  };
  known.set(key, made);
  return made;
}
