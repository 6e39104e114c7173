import { Button, Loader, Text, VisuallyHidden } from '@mantine/core';
import { IconCheck, IconPlus } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Book } from '#contract/books/books';
import type { BlockItem } from '#contract/mobile-configs/mobile-configs';
import { BookOption } from '#web/core/components/book-picker/book-option.tsx';
import { QuickFilterButtons } from '#web/core/components/book-picker/quick-filter-buttons.tsx';
import { useQuickFilters } from '#web/core/components/book-picker/use-quick-filters.ts';
import { useResultKeys } from '#web/core/components/book-picker/use-result-keys.ts';
import { codeOfBook, nameOfBook, searchBookLine } from '#web/core/components/paste/line-search.ts';
import { PasteList } from '#web/core/components/paste/paste-list.tsx';
import { useBookSearch } from '#web/core/components/use-book-search.ts';
import { selectSearchText, useEnterPick } from '#web/core/components/use-enter-pick.ts';
import { BookSearchBar } from '#web/ui/book-search-bar.tsx';
import { SearchFailed } from '#web/ui/search-failed.tsx';
import { type FormBlock, selectedOf, withItem } from './config-blocks.ts';
import classes from './config-blocks.module.css';
import { SelectedItems } from './selected-items.tsx';

export interface BookItemPickerProps {
  readonly block: FormBlock;
  /** The name of the block in labels of controls, such as "Block 2". */
  readonly label: string;
  readonly onChange: (block: FormBlock) => void;
}

const toItem = ({ id, code, name, author, duration, thumbnail_url, image_url }: Book): BlockItem => ({
  id,
  code,
  name,
  author: { name: author.name },
  duration,
  image: thumbnail_url ?? image_url,
});

/** Searches books, and lists the selected ones, which can be reordered. Results stay after a selection. */
export function BookItemPicker({ block, label, onChange }: BookItemPickerProps) {
  const { t } = useTranslation();
  const frame = useRef<HTMLDivElement>(null);
  const [text, setText] = useState('');
  const quickFilters = useQuickFilters();
  const { language, setLanguage, didYouMean, results, isSearching, hasFailed, retry, isSearchable } =
    useBookSearch(text, { filters: quickFilters.filters });
  const selected = selectedOf(block);
  const ids = new Set(selected.map(({ id }) => id));
  const add = (books: readonly Book[]) => onChange(books.map(toItem).reduce<FormBlock>(withItem, block));
  const input = () => frame.current?.querySelector('input');
  const close = () => {
    setText('');
    input()?.focus();
  };
  const addFirst = () => {
    const first = results.find(({ id }) => !ids.has(id));
    if (!first) return;
    add([first]);
    selectSearchText(input(), text);
  };
  useResultKeys(frame, (index) => add(results.slice(index, index + 1)));
  const onEnter = useEnterPick({ searched: text, isSearching, pickFirst: addFirst });

  return (
    <div ref={frame} className={classes['picker']}>
      <PasteList search={searchBookLine} nameOf={nameOfBook} keyOf={codeOfBook} label={label} onAdd={add}>
        <BookSearchBar
          value={text}
          label={t('mobileConfigs.searchIn', { label, what: t('ui.searchBooks') })}
          onSearch={setText}
          onEnter={onEnter}
          language={language}
          onLanguage={setLanguage}
          didYouMean={didYouMean}
        />
      </PasteList>
      <QuickFilterButtons quickFilters={quickFilters} lastCode={selected.at(-1)?.code} onChange={close} />
      <output className={classes['results']}>
        {isSearching && <Loader size="sm" aria-label={t('ui.loading')} />}
        {isSearchable && !isSearching && !hasFailed && results.length === 0 && (
          <Text size="sm" c="dimmed">
            {t('mobileConfigs.nothingFound')}
          </Text>
        )}
      </output>
      {hasFailed && <SearchFailed onRetry={retry} />}
      {quickFilters.hasFailed && <SearchFailed onRetry={quickFilters.retry} />}
      {results.length > 0 && (
        <>
          <Button
            size="compact-sm"
            variant="default"
            className={classes['done'] ?? ''}
            aria-label={t('mobileConfigs.closeResults', { label })}
            onClick={close}
          >
            {t('ui.done')}
          </Button>
          <ul className={classes['items']} aria-label={t('mobileConfigs.results', { label })}>
            {results.map((book) => (
              <li key={book.id} data-picked={ids.has(book.id)}>
                <button
                  type="button"
                  className={classes['bookResult']}
                  data-option
                  data-mantine-stop-propagation
                  onClick={() => add([book])}
                >
                  <BookOption book={book} />
                  {ids.has(book.id) ? (
                    <>
                      <VisuallyHidden>{t('mobileConfigs.selected')}</VisuallyHidden>
                      <IconCheck size={16} aria-hidden="true" />
                    </>
                  ) : (
                    <IconPlus size={16} aria-hidden="true" />
                  )}
                </button>
              </li>
            ))}
          </ul>
        </>
      )}
      <SelectedItems block={block} label={label} onChange={onChange} />
    </div>
  );
}
