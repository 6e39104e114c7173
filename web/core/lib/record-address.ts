import type { SearchedKind } from '#contract/search/search';

/** Names the record that a list is to open. */
export const openParameter = 'open';
/** In its place: the form of a new record. */
export const NEW_RECORD = 'new';

/** The screens of the kinds of records. */
export const recordPaths: Readonly<Record<SearchedKind, string>> = {
  books: '/books',
  authors: '/authors',
  categories: '/categories',
  'sub-categories': '/sub-categories',
  collections: '/collections',
  'story-books': '/story-books',
  challenges: '/challenges',
  'mobile-configs': '/mobile-configs',
};

/** The page of a record. A new one, and an author, is opened by its list. */
export const recordAddress = (kind: SearchedKind, id: number | typeof NEW_RECORD): string =>
  id === NEW_RECORD || kind === 'authors'
    ? `${recordPaths[kind]}?${openParameter}=${id}`
    : `${recordPaths[kind]}/${id}`;

/** The part of a record's page that lists where it is used. */
export const usedInAnchor = '#used-in';

/** The part of a mobile config’s page with a block. @param number starts at 1 */
export const blockAnchor = (number: number): string => `#block-${number}`;

/** The list of a kind, with what is called so. */
export const listAddress = (kind: SearchedKind, search: string): string =>
  `${recordPaths[kind]}?${new URLSearchParams({ search })}`;
