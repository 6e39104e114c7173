import { Loader, NativeSelect, Text } from '@mantine/core';
import { useCallback, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { books } from '#contract/books/books';
import type { StoryReference } from '#contract/story-books/story-books';
import type { ApiClient } from '#web/core/api/client.ts';
import { createResourceReader } from '#web/core/api/resource-reader.ts';
import { firstWords } from '#web/core/lib/text-start.ts';
import { SearchFailed } from '#web/ui/search-failed.tsx';
import { useRemoteRead } from '../use-remote-read.ts';

export interface TextFieldsProps {
  readonly bookId: number;
  /** Receives the selected text item. Must be the same function on every render. */
  readonly onChange: (reference: StoryReference | undefined) => void;
}

const MAX_WORDS = 14;

/** Selects a text item of a book in two steps: chapter, then item. */
export function TextFields({ bookId, onChange }: TextFieldsProps) {
  const { t } = useTranslation();
  const [chapterId, setChapterId] = useState<number>();
  const [textId, setTextId] = useState<number>();
  const read = useCallback(
    (client: ApiClient, signal: AbortSignal) => createResourceReader(client, books).get(bookId, { signal }),
    [bookId],
  );
  const {
    value: book,
    isReading,
    apiError,
    retry,
  } = useRemoteRead(read, {
    attempted_action: books.messages.fetchFailed,
  });
  const chapters = (book?.chapters ?? []).filter(({ text_items: items }) => items.length > 0);
  const chapter = chapters.find(({ id }) => id === chapterId) ?? chapters[0];
  const texts = chapter?.text_items ?? [];
  const text = texts.find(({ id }) => id === textId) ?? texts[0];

  const bookCode = book?.code;
  const chapterCode = chapter && (chapter.code || String(chapter.id));
  const textCode = text && (text.code || String(text.id));
  useEffect(() => {
    onChange(
      bookCode !== undefined && chapterCode !== undefined && textCode !== undefined
        ? { book_code: bookCode, chapter_code: chapterCode, text_item_code: textCode }
        : undefined,
    );
  }, [bookCode, chapterCode, textCode, onChange]);

  if (isReading) return <Loader size="sm" aria-label={t('ui.loading')} />;
  if (apiError) return <SearchFailed text={apiError.message} onRetry={retry} />;
  if (!chapter || !text) return <Text size="sm">{t('addTo.noTexts')}</Text>;
  return (
    <>
      <NativeSelect
        label={t('addTo.chapter')}
        value={String(chapter.id)}
        data={chapters.map(({ id, name }) => ({ value: String(id), label: name }))}
        onChange={({ currentTarget: { value } }) => setChapterId(Number(value))}
      />
      <NativeSelect
        label={t('addTo.text')}
        value={String(text.id)}
        data={texts.map((item, index) => {
          const start = firstWords(item.text, MAX_WORDS);
          return {
            value: String(item.id),
            label: `${index + 1}. ${start === undefined ? item.text : `${start}…`}`,
          };
        })}
        onChange={({ currentTarget: { value } }) => setTextId(Number(value))}
      />
    </>
  );
}
