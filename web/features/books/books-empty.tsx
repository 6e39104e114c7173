import { Button, Group } from '@mantine/core';
import { IconBooks } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Query } from '#web/core/api/encode.ts';
import { ImportPanelButton } from '#web/core/components/import-button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { type BookFilters, defaultFilters, isEqual, searchFullText } from './book-filters.ts';
import { OtherLanguages } from './other-languages.tsx';

export interface BooksEmptyProps {
  readonly filters: BookFilters;
  /** The query of the list. */
  readonly query: Query;
  readonly onChange: (changes: Partial<BookFilters>) => void;
  readonly onShow: (filters: BookFilters) => void;
  /** Undefined without the permission. */
  readonly onCreate: (() => void) | undefined;
}

/** The empty list of books: offers to change the filters, or to create the first book. */
export function BooksEmpty({ filters, query, onChange, onShow, onCreate }: BooksEmptyProps) {
  const { t } = useTranslation();
  const current = { ...filters, page: 1 };
  const isFiltered = !isEqual(current, defaultFilters);
  const everything = { ...searchFullText(filters.search), in: filters.in };
  return (
    <EmptyState
      icon={<IconBooks size={32} stroke={1.3} />}
      title={t('books.emptyTitle')}
      text={t(isFiltered ? 'books.emptyFiltered' : 'books.emptyCatalogue')}
    >
      {filters.language !== '' && (
        <OtherLanguages
          query={query}
          language={filters.language}
          onChoose={(language) => onChange({ language })}
        />
      )}
      <Group gap="xs" justify="center">
        {isFiltered && (
          <Button variant="default" size="xs" onClick={() => onShow(defaultFilters)}>
            {t('ui.resetFilters')}
          </Button>
        )}
        {filters.search !== '' && !isEqual(current, everything) && (
          <Button variant="default" size="xs" onClick={() => onShow(everything)}>
            {t('books.searchFullText')}
          </Button>
        )}
        {!isFiltered && onCreate && (
          <>
            <ImportPanelButton variant="filled" size="xs" label={t('batches.importFiles')} />
            <Button variant="default" size="xs" onClick={onCreate}>
              {t('books.createFirst')}
            </Button>
          </>
        )}
      </Group>
    </EmptyState>
  );
}
