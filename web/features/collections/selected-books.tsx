import { CloseButton, Text } from '@mantine/core';
import { IconGripVertical } from '@tabler/icons-react';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { Collection } from '#contract/resources/collections';
import { PositionButton } from '../../ui/position-button.tsx';
import { type SortablePlace, SortableList } from '../../ui/sortable-list.tsx';
import { useSortableEntry } from '../../ui/use-sortable-entry.ts';
import classes from './collection-dialog.module.css';

export type NamedBook = Collection['books'][number];

export interface SelectedBooksProps {
  readonly books: readonly NamedBook[];
  readonly onChange: (books: readonly NamedBook[]) => void;
}

/** The books of a collection as chips in its order: dragged, sent to a position, or removed. */
export function SelectedBooks({ books, onChange }: SelectedBooksProps) {
  const { t } = useTranslation();
  const heading = useRef<HTMLHeadingElement>(null);
  const remove = (code: string) => {
    onChange(books.filter((book) => book.code !== code));
    heading.current?.focus();
  };
  return (
    <section className={classes['selected']}>
      <h3 className={classes['heading']} ref={heading} tabIndex={-1}>
        {t('collections.selectedBooks', { count: books.length })}
      </h3>
      {books.length === 0 ? (
        <Text size="sm" c="dimmed">
          {t('collections.nothingSelected')}
        </Text>
      ) : (
        <SortableList
          layout="chips"
          entries={books.map((book) => ({ ...book, id: book.code }))}
          onChange={(entries) => onChange(entries.map(({ code, name }) => ({ code, name })))}
        >
          {(shown) => (
            <ul className={classes['chips']}>
              {shown.map(({ entry, place }) => (
                <Chip key={entry.code} book={entry} place={place} onRemove={remove} />
              ))}
            </ul>
          )}
        </SortableList>
      )}
    </section>
  );
}

interface ChipProps {
  readonly book: NamedBook;
  readonly place: SortablePlace;
  readonly onRemove: (code: string) => void;
}

function Chip({ book, place, onRemove }: ChipProps) {
  const { t } = useTranslation();
  const { code, name } = book;
  const { entryProps, handleProps } = useSortableEntry({ id: code, name });
  return (
    <li className={classes['chip']} {...entryProps}>
      <PositionButton name={name} place={place} />
      <button type="button" className={classes['handle']} title={code} {...handleProps}>
        <IconGripVertical size={14} stroke={1.7} aria-hidden="true" />
        <span className={classes['name']}>{name}</span>
      </button>
      <CloseButton
        size="xs"
        aria-label={t('collections.removeBook', { name })}
        onClick={() => onRemove(code)}
      />
    </li>
  );
}
