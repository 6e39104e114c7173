import type { Collection } from '#contract/resources/collections';
import type { Lists } from '#server/journal/list-change';

/** The books of a collection, for the journal. */
export const listsOfCollection = ({ books }: Collection): Lists =>
  new Map([['books', books.map(({ code, name }) => ({ key: code, name }))]]);
