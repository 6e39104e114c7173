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
const endpointsByName = new Map<string, Readonly<Record<Name, Endpoint>>>();

/** Returns the endpoints of the history of a record. The same object is returned for the same record. */
export function historyEndpoints(kind: ResourceName, id: number): Readonly<Record<Name, Endpoint>> {
  const key = `${kind} ${id}`;
  const endpoint = endpointsByName.get(key);
  if (endpoint) return endpoint;
  const { history, revert } = historyEndpointsOf(declarations[kind]);
  const endpoints = {
    history: { ...history, path: pathOf(history, id) },
    revert: { ...revert, path: pathOf(revert, id) },
  };
  endpointsByName.set(key, endpoints);
  return endpoints;
}
