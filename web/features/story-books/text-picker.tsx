import { useCallback, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { StoryReference } from '#contract/resources/story-books';
import { firstWords } from '../../lib/text-start.ts';
import { BookSearchBar } from '../../ui/book-search-bar.tsx';
import { FormAlert } from '../../ui/form-alert.tsx';
import { useBookSearch } from '../../widgets/use-book-search.ts';
import { ChoiceColumn } from './choice-column.tsx';
import classes from './story-items.module.css';
import { useWholeBook } from './use-whole-book.ts';

export interface TextPickerProps {
  readonly label: string;
  readonly onPick: (reference: StoryReference) => void;
  readonly onClose: () => void;
}

const SHOWN_WORDS = 14;

/** Walks from a book by its chapter to a text, all by name. Servers that know no codes take ids for them. */
export function TextPicker({ label, onPick, onClose }: TextPickerProps) {
  const { t } = useTranslation();
  const [text, setText] = useState('');
  const [bookId, setBookId] = useState<number>();
  const [chapterId, setChapterId] = useState<number>();
  const [searchFailure, setSearchFailure] = useState<string>();
  const onFailed = useCallback(({ message }: { message: string }) => setSearchFailure(message), []);
  const { language, setLanguage, results, isSearching, isAsked } = useBookSearch(text, { onFailed });
  const { book, isLoading, failure } = useWholeBook(bookId);
  const chapters = book?.chapters ?? [];
  const chapter = chapters.length === 1 ? chapters[0] : chapters.find(({ id }) => id === chapterId);
  const frame = useRef<HTMLElement>(null);
  useEffect(() => frame.current?.querySelector('input')?.focus(), []);
  const message = failure ?? searchFailure;

  const search = (next: string) => {
    setText(next);
    setSearchFailure(undefined);
    setBookId(undefined);
  };

  return (
    <section ref={frame} className={classes['picker']} aria-label={label}>
      {message !== undefined && <FormAlert messages={[message]} />}
      <BookSearchBar
        value={text}
        onSearch={search}
        onEscape={onClose}
        language={language}
        onLanguage={(next) => {
          setLanguage(next);
          setBookId(undefined);
        }}
      />
      <div className={classes['columns']}>
        <ChoiceColumn
          label={t('storyBooks.pickBook')}
          choices={results.map(({ id, name, code }) => ({ id, text: name, note: code }))}
          chosen={bookId}
          isLoading={isSearching}
          empty={t(isAsked ? 'storyBooks.nothingFound' : 'storyBooks.searchFirst')}
          onEscape={onClose}
          onChoose={(id) => {
            setBookId(id);
            setChapterId(undefined);
          }}
        />
        <ChoiceColumn
          label={t('storyBooks.pickChapter')}
          choices={chapters.map(({ id, name, code }) => ({ id, text: name, note: code }))}
          chosen={chapter?.id}
          isLoading={isLoading}
          empty={t(book ? 'storyBooks.noChapters' : 'storyBooks.chooseBook')}
          onEscape={onClose}
          onChoose={setChapterId}
        />
        <ChoiceColumn
          label={t('storyBooks.pickText')}
          choices={(chapter?.text_items ?? []).map((item) => {
            const start = firstWords(item.text, SHOWN_WORDS);
            return { id: item.id, text: start === undefined ? item.text : `${start}…`, note: item.code };
          })}
          chosen={undefined}
          isLoading={false}
          empty={t(chapter ? 'storyBooks.noTexts' : 'storyBooks.chooseChapter')}
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
