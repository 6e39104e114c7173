import { Loader, Text, VisuallyHidden } from '@mantine/core';
import { IconCheck, IconPlus } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Book } from '#contract/books/books';
import { BookSearchBar } from '#web/ui/book-search-bar.tsx';
import { SearchFailed } from '#web/ui/search-failed.tsx';
import { BookOption } from './book-option.tsx';
import { QuickFilterButtons } from './quick-filter-buttons.tsx';
import { useQuickFilters } from './use-quick-filters.ts';
import { useResultKeys } from './use-result-keys.ts';
import { codeOfBook, nameOfBook, searchBookLine } from '../paste/line-search.ts';
import { PasteList } from '../paste/paste-list.tsx';
import { useBookSearch } from '../use-book-search.ts';
import { selectSearchText, useEnterPick } from '../use-enter-pick.ts';
import classes from './book-search.module.css';

const searchDelayMs = 300;

export interface BookSearchProps {
  /** The codes of the selected books, in order. */
  readonly selected: readonly string[];
  readonly onAdd: (book: Book) => void;
}

const MIN_LENGTH = 2;

/** Searches books. A pressed book is added, and the box is ready for the next text. Enter adds the first result and keeps the text. */
export function BookSearch({ selected, onAdd }: BookSearchProps) {
  const { t } = useTranslation();
  const frame = useRef<HTMLFieldSetElement>(null);
  const [text, setText] = useState('');
  const quickFilters = useQuickFilters();
  const { language, setLanguage, didYouMean, results, isSearching, hasFailed, retry, isSearchable } =
    useBookSearch(text, { minLength: MIN_LENGTH, filters: quickFilters.filters });
  const codes = new Set(selected);
  const add = (book: Book) => {
    onAdd(book);
    setText('');
    frame.current?.querySelector('input')?.focus();
  };

  const addFirst = () => {
    const first = results.find(({ code }) => !codes.has(code));
    if (!first) return;
    onAdd(first);
    selectSearchText(frame.current?.querySelector('input'), text);
  };
  useResultKeys(frame, (index) => {
    const book = results[index];
    if (book) onAdd(book);
  });
  const onEnter = useEnterPick({ searched: text, isSearching, pickFirst: addFirst });

  return (
    <fieldset ref={frame} className={classes['picker']}>
      <legend className={classes['heading']}>{t('picker.addBooks')}</legend>
      <PasteList
        search={searchBookLine}
        nameOf={nameOfBook}
        keyOf={codeOfBook}
        onAdd={(books) => books.forEach(onAdd)}
      >
        <BookSearchBar
          value={text}
          debounceMs={searchDelayMs}
          onSearch={setText}
          onEnter={onEnter}
          language={language}
          onLanguage={setLanguage}
          didYouMean={didYouMean}
        />
      </PasteList>
      <QuickFilterButtons
        quickFilters={quickFilters}
        lastCode={selected.at(-1)}
        onChange={() => {
          setText('');
          frame.current?.querySelector('input')?.focus();
        }}
      />
      <output className={classes['status']}>
        {isSearching && <Loader size="sm" aria-label={t('ui.loading')} />}
        {isSearchable && !isSearching && !hasFailed && results.length === 0 && (
          <Text size="sm" c="dimmed">
            {t('picker.nothingFound')}
          </Text>
        )}
      </output>
      {hasFailed && <SearchFailed onRetry={retry} />}
      {quickFilters.hasFailed && <SearchFailed onRetry={quickFilters.retry} />}
      {results.length > 0 && (
        <ul className={classes['results']} aria-label={t('picker.results')}>
          {results.map((book) => (
            <li key={book.code}>
              <button
                type="button"
                className={classes['result']}
                data-option
                data-mantine-stop-propagation
                onClick={() => add(book)}
              >
                <BookOption book={book} />
                {codes.has(book.code) ? (
                  <>
                    <VisuallyHidden>{t('picker.isSelected')}</VisuallyHidden>
                    <IconCheck size={16} aria-hidden="true" />
                  </>
                ) : (
                  <IconPlus size={16} aria-hidden="true" />
                )}
              </button>
            </li>
          ))}
        </ul>
      )}
    </fieldset>
  );
}
