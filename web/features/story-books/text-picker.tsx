import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Chapter, TextItem } from '#contract/books/books';
import type { StoryReference } from '#contract/story-books/story-books';
import { PlayButton } from '#web/core/components/player/play-button.tsx';
import type { PlayedRange } from '#web/core/components/player/player-state.ts';
import { usePlay } from '#web/core/components/player/use-play.ts';
import { BookOption } from '#web/core/components/book-picker/book-option.tsx';
import { QuickFilterButtons } from '#web/core/components/book-picker/quick-filter-buttons.tsx';
import { useQuickFilters } from '#web/core/components/book-picker/use-quick-filters.ts';
import { timeRangeOf } from '#web/core/lib/media-fragment.ts';
import { firstWords } from '#web/core/lib/text-start.ts';
import { BookSearchBar } from '#web/ui/book-search-bar.tsx';
import { useBookSearch } from '#web/core/components/use-book-search.ts';
import { OptionColumn } from './option-column.tsx';
import classes from './story-items.module.css';
import { useColumnKeys } from './use-column-keys.ts';
import { useWholeBook } from './use-whole-book.ts';

export interface TextPickerProps {
  readonly label: string;
  /** The code of the book of the previous item, for the filter by its author; undefined if there is none. */
  readonly lastCode: string | undefined;
  readonly onPick: (reference: StoryReference) => void;
  readonly onClose: () => void;
}

const MAX_WORDS = 14;

/** Returns the part of the chapter that contains a text item; undefined if its times are not known. */
function rangeOf({ track_url }: Chapter, { start, end }: TextItem): PlayedRange | undefined {
  if (start === undefined || end === undefined || !track_url) return undefined;
  // The times count from the start of the file.
  const from = timeRangeOf(track_url)?.start ?? 0;
  return { start: Math.max(0, start - from), end: end - from };
}

/** Selects a text item by name: book, chapter, text item. For servers without codes, IDs are used instead. */
export function TextPicker({ label, lastCode, onPick, onClose }: TextPickerProps) {
  const { t } = useTranslation();
  const [text, setText] = useState('');
  const [bookId, setBookId] = useState<number>();
  const [chapterId, setChapterId] = useState<number>();
  const quickFilters = useQuickFilters();
  const bookSearch = useBookSearch(text, { filters: quickFilters.filters });
  const play = usePlay();
  const whole = useWholeBook(bookId);
  const { book } = whole;
  const chapters = book?.chapters ?? [];
  const chapter = chapters.length === 1 ? chapters[0] : chapters.find(({ id }) => id === chapterId);
  const frame = useRef<HTMLElement>(null);
  useEffect(() => frame.current?.querySelector('input')?.focus(), []);
  useColumnKeys(frame);

  const search = (next: string) => {
    setText(next);
    setBookId(undefined);
  };

  return (
    <section ref={frame} className={classes['picker']} aria-label={label}>
      <BookSearchBar
        value={text}
        onSearch={search}
        onEscape={onClose}
        didYouMean={bookSearch.didYouMean}
        language={bookSearch.language}
        onLanguage={(next) => {
          bookSearch.setLanguage(next);
          setBookId(undefined);
        }}
      />
      <QuickFilterButtons
        quickFilters={quickFilters}
        lastCode={lastCode}
        onChange={() => {
          search('');
          frame.current?.querySelector('input')?.focus();
        }}
      />
      <div className={classes['columns']}>
        <OptionColumn
          label={t('storyBooks.pickBook')}
          choices={bookSearch.results.map((result) => ({
            id: result.id,
            text: <BookOption book={result} />,
            note: undefined,
          }))}
          chosen={bookId}
          isLoading={bookSearch.isSearching}
          empty={t(bookSearch.isSearchable ? 'storyBooks.nothingFound' : 'storyBooks.searchFirst')}
          onRetry={bookSearch.hasFailed ? bookSearch.retry : undefined}
          onEscape={onClose}
          onChoose={(id) => {
            setBookId(id);
            setChapterId(undefined);
          }}
        />
        <OptionColumn
          label={t('storyBooks.pickChapter')}
          choices={chapters.map(({ id, name, code, track_url }) => ({
            id,
            text: name,
            note: code,
            action: book && track_url && (
              <PlayButton book={book} chapterId={id} name={name} variant="subtle" play={play} />
            ),
          }))}
          chosen={chapter?.id}
          isLoading={whole.isLoading}
          empty={t(book ? 'storyBooks.noChapters' : 'storyBooks.chooseBook')}
          onRetry={whole.hasFailed ? whole.retry : undefined}
          onEscape={onClose}
          onChoose={setChapterId}
        />
        <OptionColumn
          label={t('storyBooks.pickText')}
          choices={(chapter?.text_items ?? []).map((item) => {
            const start = firstWords(item.text, MAX_WORDS);
            const excerpt = start === undefined ? item.text : `${start}…`;
            const range = chapter && rangeOf(chapter, item);
            return {
              id: item.id,
              text: excerpt,
              note: item.code,
              action: book && chapter && range && (
                <PlayButton
                  book={book}
                  chapterId={chapter.id}
                  name={excerpt}
                  range={range}
                  variant="subtle"
                  play={play}
                />
              ),
            };
          })}
          chosen={undefined}
          isLoading={false}
          empty={t(chapter ? 'storyBooks.noTexts' : 'storyBooks.chooseChapter')}
          onRetry={undefined}
          onEscape={onClose}
          onChoose={(id) => {
            const item = chapter?.text_items.find((textItem) => textItem.id === id);
            if (!book || !chapter || !item) return;
            onPick({
              book_code: book.code,
              chapter_code: chapter.code ?? String(chapter.id),
              text_item_code: item.code ?? String(item.id),
            });
          }}
        />
      </div>
    </section>
  );
}
