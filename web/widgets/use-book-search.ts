import { useEffect, useState } from 'react';
import { defaultLanguage, languageShortCode } from '#contract/languages';
import { limits } from '#contract/limits';
import { type Book, books } from '#contract/resources/books';
import { useApi } from '../api/api-context.ts';
import { type ApiFailure, isAborted, toFailure } from '../api/api-error.ts';
import { createResourceApi } from '../api/resource-api.ts';
import { messages } from '#contract/messages';

export interface BookSearchOptions {
  /** Texts that are shorter find nothing. Default 1. */
  readonly minLength?: number;
  /** The text follows the catalogue. Absent where failures are silent: they are logged. */
  readonly onFailed?: (failure: ApiFailure) => void;
}

interface Found {
  readonly key: string;
  readonly books: readonly Book[];
}

const nothing: Found = { key: '', books: [] };

/**
 * The book search of pickers: the first ten books of one language, English at first. Late answers never take the place of
 * newer ones. Whoever calls it pauses before a new `text`, as SearchBox does.
 */
export function useBookSearch(text: string, { minLength = 1, onFailed }: BookSearchOptions = {}) {
  const client = useApi();
  const [language, setLanguage] = useState<number>(defaultLanguage);
  const [found, setFound] = useState(nothing);
  const isAsked = text.length >= minLength && text !== '';
  const key = isAsked ? `${language} ${text}` : '';

  useEffect(() => {
    if (!isAsked) return undefined;
    const controller = new AbortController();
    const query = {
      page: 1,
      items_per_page: limits.pageSize,
      language: languageShortCode(language),
      search: text,
      with_chapters: 0,
    };
    createResourceApi(client, books)
      .list(query, { signal: controller.signal })
      .then(
        ({ items }) => setFound({ key, books: items }),
        (error: unknown) => {
          if (isAborted(error)) return;
          console.error(messages.searchBooksFailed, error);
          setFound({ key, books: [] });
          onFailed?.(toFailure(error, messages.searchBooksFailed));
        },
      );
    return () => controller.abort();
  }, [client, isAsked, key, language, text, onFailed]);

  const isSearching = key !== found.key && isAsked;
  return {
    language,
    setLanguage,
    results: isAsked && !isSearching ? found.books : nothing.books,
    isSearching,
    /** Whether there is a text that is long enough to be searched for. */
    isAsked,
  };
}
