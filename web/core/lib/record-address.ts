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

/** Kinds whose records have a page. */
const kindsWithPage: ReadonlySet<SearchedKind> = new Set(['books']);
export const hasPage = (kind: SearchedKind): boolean => kindsWithPage.has(kind);

/** The page of a record. A new one, and a record without a page, is opened by its list. */
export const recordAddress = (kind: SearchedKind, id: number | typeof NEW_RECORD): string =>
  id === NEW_RECORD || !hasPage(kind)
    ? `${recordPaths[kind]}?${openParameter}=${id}`
    : `${recordPaths[kind]}/${id}`;

/** The list of a kind, with what is called so. */
export const listAddress = (kind: SearchedKind, search: string): string =>
  `${recordPaths[kind]}?${new URLSearchParams({ search })}`;
