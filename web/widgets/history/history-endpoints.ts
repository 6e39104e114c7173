import { type Endpoint, pathOf, type ResourceDeclaration } from '#contract/define-resource';
import { historyEndpointsOf } from '#contract/journal';
import type { ResourceName } from '#contract/permissions';
import { books } from '#contract/resources/books';
import { categories } from '#contract/resources/categories';
import { challenges } from '#contract/resources/challenges';
import { collections } from '#contract/resources/collections';
import { mobileConfigs } from '#contract/resources/mobile-configs';
import { storyBooks } from '#contract/resources/story-books';
import { subCategories } from '#contract/resources/sub-categories';

const declarations: Readonly<Record<ResourceName, Pick<ResourceDeclaration, 'endpoints'>>> = {
  books,
  categories,
  'sub-categories': subCategories,
  collections,
  'story-books': storyBooks,
  'mobile-configs': mobileConfigs,
  challenges,
};

type Name = 'history' | 'putBack';
const known = new Map<string, Readonly<Record<Name, Endpoint>>>();

/** The calls around what has happened to a record: the same object for the same record. */
export function historyEndpoints(kind: ResourceName, id: number): Readonly<Record<Name, Endpoint>> {
  const key = `${kind} ${id}`;
  const found = known.get(key);
  if (found) return found;
  const { history, putBack } = historyEndpointsOf(declarations[kind]);
  const made = {
    history: { ...history, path: pathOf(history, id) },
    putBack: { ...putBack, path: pathOf(putBack, id) },
  };
  known.set(key, made);
  return made;
}
