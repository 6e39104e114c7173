import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { defaultLanguage, languageShortCode, languagesInForce } from '#contract/core/languages';
import { limits } from '#contract/core/limits';
import { type Book, books } from '#contract/books/books';
import type { Page } from '#contract/core/envelope';
import type { ApiErrorDetails } from '#web/core/api/api-error.ts';
import type { ApiClient } from '#web/core/api/client.ts';
import { createResourceReader } from '#web/core/api/resource-reader.ts';
import { useStoredState } from '#web/core/lib/use-stored-state.ts';
import type { BookSearchFilters } from './book-picker/use-quick-filters.ts';
import { useRemoteRead } from './use-remote-read.ts';

export interface BookSearchOptions {
  /** The minimum length of a text that is searched. Default: 1. */
  readonly minLength?: number;
  /** The quick filters. With one of them, a blank text lists books too. Undefined while they are being read. */
  readonly filters?: BookSearchFilters | undefined;
  /** Called when a search fails. Without it, errors are silent. */
  readonly onFailed?: (apiError: ApiErrorDetails) => void;
}

const ALL_LANGUAGES = 0;

/** Returns the language chosen last in any picker. Default: English. */
const knownLanguage = (storedLanguage: unknown): number =>
  storedLanguage === ALL_LANGUAGES || languagesInForce().some(({ code }) => code === storedLanguage)
    ? Number(storedLanguage)
    : defaultLanguage;

const noFilters: BookSearchFilters = {};
const noResults: Page<Book> = { items: [], total: 0 };

/**
 * Searches books for pickers: the first ten of one language or of all. The language is stored for all pickers. Late responses never replace
 * newer ones. The caller debounces `text`, as SearchBox does.
 */
export function useBookSearch(text: string, { minLength = 1, onFailed, ...options }: BookSearchOptions = {}) {
  const { t } = useTranslation();
  const [language, setLanguage] = useStoredState('lectern-picker-language', knownLanguage);
  const filters = 'filters' in options ? options.filters : noFilters;
  const { author, in_collection } = filters ?? noFilters;
  const isFiltered = filters !== noFilters && (!filters || Object.keys(filters).length > 0);
  const isSearchable = text === '' ? isFiltered : text.length >= minLength;
  const read = useCallback(
    (client: ApiClient, signal: AbortSignal): Promise<Page<Book>> => {
      const query = {
        page: 1,
        items_per_page: limits.pageSize,
        ...(language !== ALL_LANGUAGES && { language: languageShortCode(language) }),
        ...(text !== '' && { search: text }),
        ...(author !== undefined && { author }),
        ...(in_collection !== undefined && { in_collection }),
        with_chapters: 0,
      };
      return createResourceReader(client, books).list(query, { signal });
    },
    [language, text, author, in_collection],
  );
  const { value, isReading, apiError, retry } = useRemoteRead(isSearchable && filters ? read : undefined, {
    attempted_action: t('messages.searchBooksFailed'),
    onFailed,
  });
  const { items, total, did_you_mean } = value ?? noResults;
  return {
    language,
    setLanguage,
    results: items,
    /** The total number of results. The list contains the first ones. */
    total,
    /** The corrected search that the results match, if the text itself has no results. */
    didYouMean: did_you_mean,
    isSearching: isReading || (isSearchable && !filters),
    /** True if the search failed, so an empty list is not a result. */
    hasFailed: apiError !== undefined,
    retry,
    /** True if the text is long enough to be searched. */
    isSearchable,
  };
}
