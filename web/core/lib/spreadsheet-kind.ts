import { type ResourceName, resourceNames } from '#contract/core/permissions';

/** The record type that the spreadsheet screen shows first. */
const firstKind: ResourceName = 'books';

/** Returns the record type in the address of the spreadsheet screen. Without a known one, it is the first of the screen. */
export function spreadsheetKindOf(parameters: URLSearchParams): ResourceName {
  return resourceNames.find((name) => name === parameters.get('kind')) ?? firstKind;
}
