import { Button, Checkbox, Loader, Text } from '@mantine/core';
import { useCallback, useId, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLastDefined } from '#web/core/lib/use-last-defined.ts';
import { BookSearchBar } from '#web/ui/book-search-bar.tsx';
import { SearchFailed } from '#web/ui/search-failed.tsx';
import { useToast } from '#web/ui/use-toast.ts';
import { BookOption } from '#web/core/components/book-picker/book-option.tsx';
import { QuickFilterButtons } from '#web/core/components/book-picker/quick-filter-buttons.tsx';
import { useQuickFilters } from '#web/core/components/book-picker/use-quick-filters.ts';
import { useResultKeys } from '#web/core/components/book-picker/use-result-keys.ts';
import { codeOfBook, nameOfBook, searchBookLine } from '#web/core/components/paste/line-search.ts';
import { PasteList } from '#web/core/components/paste/paste-list.tsx';
import { useBookSearch } from '#web/core/components/use-book-search.ts';
import { selectSearchText, useEnterPick } from '#web/core/components/use-enter-pick.ts';
import classes from './collection-dialog.module.css';
import type { ChangeBooks, NamedBook } from './selected-books.tsx';

export interface BookResultsProps {
  readonly selected: readonly NamedBook[];
  readonly onChange: ChangeBooks;
}

/** Searches and selects books in the order of selection, each once. */
export function BookResults({ selected, onChange }: BookResultsProps) {
  const { t } = useTranslation();
  const toast = useToast();
  const listId = useId();
  const frame = useRef<HTMLDivElement>(null);
  const [text, setText] = useState('');
  const onFailed = useCallback(({ message }: { message: string }) => toast('error', message), [toast]);
  const quickFilters = useQuickFilters();
  const { language, setLanguage, didYouMean, results, total, isSearching, hasFailed, retry, isSearchable } =
    useBookSearch(text, { onFailed, filters: quickFilters.filters });
  const codes = new Set(selected.map(({ code }) => code));
  // Previous results stay until new ones are loaded, so the content below does not move.
  const currentResults = useLastDefined(
    useMemo(() => (isSearching ? undefined : { results, total }), [isSearching, results, total]),
  );
  const options = isSearchable ? (currentResults?.results ?? []) : [];
  const select = (books: readonly NamedBook[]) =>
    onChange((before) => [
      ...before,
      ...missingBooks(before, books).map(({ code, name }) => ({ code, name })),
    ]);
  const close = () => {
    setText('');
    frame.current?.querySelector('input')?.focus();
  };
  const addFirst = () => {
    const [first] = missingBooks(selected, options);
    if (!first) return;
    select([first]);
    selectSearchText(frame.current?.querySelector('input'), text);
  };
  const onEnter = useEnterPick({ searched: text, isSearching, pickFirst: addFirst });
  useResultKeys(frame, (index) => select(options.slice(index, index + 1)));
  const deselect = (books: readonly NamedBook[]) => onChange((before) => missingBooks(books, before));

  return (
    <div ref={frame} className={classes['picker']}>
      <PasteList search={searchBookLine} nameOf={nameOfBook} keyOf={codeOfBook} onAdd={select}>
        <BookSearchBar
          value={text}
          onSearch={setText}
          onEnter={onEnter}
          language={language}
          onLanguage={setLanguage}
          didYouMean={didYouMean}
        />
      </PasteList>
      <QuickFilterButtons quickFilters={quickFilters} lastCode={selected.at(-1)?.code} onChange={close} />
      {isSearchable && (
        <div className={classes['tools']}>
          {options.length > 0 && (
            <>
              <Button size="compact-sm" variant="light" onClick={() => select(options)}>
                {t('collections.selectAll')}
              </Button>
              <Button size="compact-sm" variant="default" onClick={() => deselect(options)}>
                {t('collections.deselectAll')}
              </Button>
            </>
          )}
          <output className={classes['found']}>
            {isSearching && <Loader size="xs" aria-label={t('ui.loading')} />}
            {!isSearching && !hasFailed && (
              <Text size="sm" c="dimmed" span>
                {options.length === 0
                  ? t('collections.nothingFound')
                  : t('collections.found', {
                      shown: options.length,
                      count: currentResults?.total ?? options.length,
                    })}
              </Text>
            )}
          </output>
          {options.length > 0 && (
            <Button size="compact-sm" variant="default" onClick={close}>
              {t('ui.done')}
            </Button>
          )}
        </div>
      )}
      {hasFailed && <SearchFailed onRetry={retry} />}
      {quickFilters.hasFailed && <SearchFailed onRetry={quickFilters.retry} />}
      {options.length > 0 && (
        <ul className={classes['results']} aria-label={t('collections.results')} aria-busy={isSearching}>
          {options.map((book) => (
            <li key={book.code}>
              <Checkbox
                label={<BookOption book={book} detailsId={`${listId}-${book.code}`} />}
                aria-label={book.name}
                aria-describedby={`${listId}-${book.code}`}
                data-option
                data-mantine-stop-propagation
                checked={codes.has(book.code)}
                onChange={({ currentTarget: { checked } }) => (checked ? select : deselect)([book])}
              />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

/** Returns the books that the list does not contain yet. */
function missingBooks(present: readonly NamedBook[], books: readonly NamedBook[]): NamedBook[] {
  const codes = new Set(present.map(({ code }) => code));
  return books.filter(({ code }) => !codes.has(code));
}
