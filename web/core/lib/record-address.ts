import { type RecordName, recordNames } from '#contract/core/record-types';

/** The parameter with the ID of the record to open in a list. */
export const openParameter = 'open';
/** The value of `openParameter` for a new record. */
export const NEW_RECORD = 'new';

/** The screen of each type of record. Contributors are stored as authors. */
export const recordPaths = Object.fromEntries(
  recordNames.map((name) => [name, name === 'authors' ? '/contributors' : `/${name}`]),
) as Readonly<Record<RecordName, string>>;

/** Returns the address of the page of a record. New records are opened in their list. */
export const recordAddress = (kind: RecordName, id: number | typeof NEW_RECORD): string =>
  id === NEW_RECORD ? `${recordPaths[kind]}?${openParameter}=${id}` : `${recordPaths[kind]}/${id}`;

/** The anchor of the section "Used in" on a record's page. */
export const usedInAnchor = '#used-in';

/**
 * Returns the anchor of a block on the page of a mobile config.
 * @param number starts at 1
 */
export const blockAnchor = (number: number): string => `#block-${number}`;

/** Returns the address of a list, filtered by a search text. */
export const listAddress = (kind: RecordName, search: string): string =>
  `${recordPaths[kind]}?${new URLSearchParams({ search })}`;
