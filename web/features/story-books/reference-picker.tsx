import { Alert, Button, Group, Loader, Modal, NativeSelect, Stack, Text, Title } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { languages } from '#contract/languages';
import { limits } from '#contract/limits';
import { type Book, books, type Chapter } from '#contract/resources/books';
import type { StoryReference } from '#contract/resources/story-books';
import { useApi } from '../../api/api-context.ts';
import { createResourceApi } from '../../api/resource-api.ts';
import { firstWords } from '../../lib/text-start.ts';
import { SearchBox } from '../../ui/search-box.tsx';
import { useBookSearch } from '../../widgets/use-book-search.ts';
import classes from './story-items.module.css';

export interface ReferencePickerProps {
  readonly opened: boolean;
  readonly onPick: (reference: StoryReference) => void;
  readonly onClose: () => void;
}

/** Walks from a book through a chapter to a text, by name. */
export function ReferencePicker({ opened, onPick, onClose }: ReferencePickerProps) {
  const { t } = useTranslation();
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={t('storyBooks.pickTitle')}
      size="lg"
      zIndex={300}
      closeButtonProps={{ 'aria-label': t('ui.close') }}
    >
      {opened && <Walk onPick={onPick} />}
    </Modal>
  );
}

function Walk({ onPick }: Pick<ReferencePickerProps, 'onPick'>) {
  const { t } = useTranslation();
  const client = useApi();
  const [book, setBook] = useState<Book>();
  const [chapter, setChapter] = useState<Chapter>();
  const [hasFailed, setFailed] = useState(false);
  const asked = useRef<AbortController>(undefined);
  useEffect(() => () => asked.current?.abort(), []);

  const open = ({ id }: Book) => {
    asked.current?.abort();
    const controller = new AbortController();
    asked.current = controller;
    setFailed(false);
    createResourceApi(client, books)
      .get(id, { signal: controller.signal })
      .then(setBook, (error: unknown) => {
        if (controller.signal.aborted) return;
        console.error('The chapters could not be loaded', error);
        setFailed(true);
      });
  };

  if (!book) {
    return (
      <Stack gap="sm">
        {hasFailed && (
          <Alert color="red" role="alert">
            {t('storyBooks.loadFailed')}
          </Alert>
        )}
        <BookSearch onOpen={open} />
      </Stack>
    );
  }
  const chapters = (book.chapters ?? []).filter(({ text_items }) => (text_items ?? []).length > 0);
  if (!chapter) {
    return (
      <Step
        title={t('storyBooks.chaptersOf', { name: book.name })}
        empty={t('storyBooks.noChapters')}
        choices={chapters.map((each) => ({
          key: each.id,
          name: each.name,
          note: each.code ?? '',
          onChoose: () => setChapter(each),
        }))}
        onBack={() => setBook(undefined)}
      />
    );
  }
  return (
    <Step
      title={t('storyBooks.textsOf', { name: chapter.name })}
      empty={t('storyBooks.noChapters')}
      choices={(chapter.text_items ?? []).map(({ id, code, text }) => {
        const start = firstWords(text, limits.readMoreWords);
        return {
          key: id,
          name: start === undefined ? text : `${start}…`,
          note: code ?? '',
          onChoose: () =>
            onPick({
              book_code: book.code,
              chapter_code: chapter.code ?? String(chapter.id),
              text_item_code: code ?? String(id),
            }),
        };
      })}
      onBack={() => setChapter(undefined)}
    />
  );
}

function BookSearch({ onOpen }: { readonly onOpen: (book: Book) => void }) {
  const { t } = useTranslation();
  const [text, setText] = useState('');
  const { language, setLanguage, results, isSearching, isAsked } = useBookSearch(text);
  return (
    <>
      <div className={classes['search']}>
        <SearchBox value={text} placeholder={t('storyBooks.searchBooks')} onSearch={setText} />
        <NativeSelect
          aria-label={t('storyBooks.language')}
          value={String(language)}
          data={languages.map(({ code, label }) => ({ value: String(code), label }))}
          onChange={({ currentTarget: { value } }) => setLanguage(Number(value))}
        />
      </div>
      <output>
        {isSearching && <Loader size="sm" aria-label={t('ui.loading')} />}
        {isAsked && !isSearching && results.length === 0 && (
          <Text size="sm" c="dimmed">
            {t('storyBooks.nothingFound')}
          </Text>
        )}
      </output>
      {results.length > 0 && (
        <Choices
          label={t('storyBooks.booksFound')}
          choices={results.map((book) => ({
            key: book.id,
            name: book.name,
            note: book.code,
            onChoose: () => onOpen(book),
          }))}
        />
      )}
    </>
  );
}

interface Choice {
  readonly key: number;
  readonly name: string;
  readonly note: string;
  readonly onChoose: () => void;
}

interface StepProps {
  readonly title: string;
  readonly empty: string;
  readonly choices: readonly Choice[];
  readonly onBack: () => void;
}

function Step({ title, empty, choices, onBack }: StepProps) {
  const { t } = useTranslation();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), [title]);
  return (
    <Stack gap="sm">
      <Title order={3} ref={heading} tabIndex={-1}>
        {title}
      </Title>
      {choices.length === 0 ? <Text c="dimmed">{empty}</Text> : <Choices label={title} choices={choices} />}
      <Group>
        <Button variant="default" size="xs" leftSection={<IconArrowLeft size={14} />} onClick={onBack}>
          {t('storyBooks.back')}
        </Button>
      </Group>
    </Stack>
  );
}

function Choices({ label, choices }: { readonly label: string; readonly choices: readonly Choice[] }) {
  return (
    <ul className={classes['choices']} aria-label={label}>
      {choices.map(({ key, name, note, onChoose }) => (
        <li key={key}>
          <button type="button" className={classes['choice']} onClick={onChoose}>
            <span>{name}</span>
            <Text span size="xs" c="dimmed">
              {note}
            </Text>
          </button>
        </li>
      ))}
    </ul>
  );
}
