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
import { useRemoteRead } from './use-remote-read.ts';

export interface BookSearchOptions {
  /** The minimum length of a text that is searched. Default: 1. */
  readonly minLength?: number;
  /** Called when a search fails. Without it, errors are silent. */
  readonly onFailed?: (apiError: ApiErrorDetails) => void;
}

const ALL_LANGUAGES = 0;

/** Returns the language chosen last in any picker. Default: English. */
const knownLanguage = (stored: unknown): number =>
  stored === ALL_LANGUAGES || languagesInForce().some(({ code }) => code === stored)
    ? Number(stored)
    : defaultLanguage;

const noResults: Page<Book> = { items: [], total: 0 };

/**
 * Searches books for pickers: the first ten of one language or of all. The language is stored for all pickers. Late responses never replace
 * newer ones. The caller debounces `text`, as SearchBox does.
 */
export function useBookSearch(text: string, { minLength = 1, onFailed }: BookSearchOptions = {}) {
  const { t } = useTranslation();
  const [language, setLanguage] = useStoredState('lectern-picker-language', knownLanguage);
  const isSearchable = text.length >= minLength && text !== '';
  const options = useCallback(
    (client: ApiClient, signal: AbortSignal): Promise<Page<Book>> => {
      const query = {
        page: 1,
        items_per_page: limits.pageSize,
        ...(language !== ALL_LANGUAGES && { language: languageShortCode(language) }),
        search: text,
        with_chapters: 0,
      };
      return createResourceReader(client, books).list(query, { signal });
    },
    [language, text],
  );
  const { value, isReading, apiError, retry } = useRemoteRead(isSearchable ? options : undefined, {
    attempted_action: t('messages.searchBooksFailed'),
    onFailed,
  });
  const { items, total } = value ?? noResults;
  return {
    language,
    setLanguage,
    results: items,
    /** The total number of results. The list contains the first ones. */
    total,
    isSearching: isReading,
    /** True if the search failed, so an empty list is not a result. */
    hasFailed: apiError !== undefined,
    retry,
    /** True if the text is long enough to be searched. */
    isSearchable,
  };
}
