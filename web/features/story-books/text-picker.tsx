import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { StoryReference } from '#contract/story-books/story-books';
import { firstWords } from '#web/core/lib/text-start.ts';
import { BookSearchBar } from '#web/ui/book-search-bar.tsx';
import { useBookSearch } from '#web/core/components/use-book-search.ts';
import { OptionColumn } from './option-column.tsx';
import classes from './story-items.module.css';
import { useWholeBook } from './use-whole-book.ts';

export interface TextPickerProps {
  readonly label: string;
  readonly onPick: (reference: StoryReference) => void;
  readonly onClose: () => void;
}

const MAX_WORDS = 14;

/** Selects a text item by name: book, chapter, text item. For servers without codes, IDs are used instead. */
export function TextPicker({ label, onPick, onClose }: TextPickerProps) {
  const { t } = useTranslation();
  const [text, setText] = useState('');
  const [bookId, setBookId] = useState<number>();
  const [chapterId, setChapterId] = useState<number>();
  const bookSearch = useBookSearch(text);
  const whole = useWholeBook(bookId);
  const { book } = whole;
  const chapters = book?.chapters ?? [];
  const chapter = chapters.length === 1 ? chapters[0] : chapters.find(({ id }) => id === chapterId);
  const frame = useRef<HTMLElement>(null);
  useEffect(() => frame.current?.querySelector('input')?.focus(), []);

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
        language={bookSearch.language}
        onLanguage={(next) => {
          bookSearch.setLanguage(next);
          setBookId(undefined);
        }}
      />
      <div className={classes['columns']}>
        <OptionColumn
          label={t('storyBooks.pickBook')}
          choices={bookSearch.results.map(({ id, name, code }) => ({ id, text: name, note: code }))}
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
          choices={chapters.map(({ id, name, code }) => ({ id, text: name, note: code }))}
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
            return { id: item.id, text: start === undefined ? item.text : `${start}…`, note: item.code };
          })}
          chosen={undefined}
          isLoading={false}
          empty={t(chapter ? 'storyBooks.noTexts' : 'storyBooks.chooseChapter')}
          onRetry={undefined}
          onEscape={onClose}
          onChoose={(id) => {
            const item = chapter?.text_items.find((each) => each.id === id);
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
