import { Button, Loader, Modal, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useBackButton } from '#web/core/lib/use-back-button.ts';
import { BookSearchBar } from '#web/ui/book-search-bar.tsx';
import { SearchFailed } from '#web/ui/search-failed.tsx';
import { BookOption } from '#web/core/components/book-picker/book-option.tsx';
import { useBookSearch } from '#web/core/components/use-book-search.ts';
import { comparePath } from './import-paths.ts';
import classes from './review.module.css';

export interface BookPickerDialogProps {
  readonly isOpen: boolean;
  readonly importId: number;
  /** The initial search text. */
  readonly title: string;
  readonly onClose: () => void;
}

/** Searches the book that a proposal should update. */
export function BookPickerDialog({ isOpen, importId, title, onClose }: BookPickerDialogProps) {
  const { t } = useTranslation();
  useBackButton(isOpen, onClose);
  return (
    <Modal
      opened={isOpen}
      onClose={onClose}
      title={t('imports.putIntoTitle')}
      closeButtonProps={{ 'aria-label': t('ui.close') }}
    >
      {isOpen && <BookPicker importId={importId} title={title} />}
    </Modal>
  );
}

function BookPicker({ importId, title }: Pick<BookPickerDialogProps, 'importId' | 'title'>) {
  const { t } = useTranslation();
  const [text, setText] = useState(title.slice(0, 100));
  const { language, setLanguage, didYouMean, results, isSearching, hasFailed, retry, isSearchable } =
    useBookSearch(text);
  return (
    <div className={classes['picker']}>
      <BookSearchBar
        value={text}
        onSearch={setText}
        language={language}
        didYouMean={didYouMean}
        onLanguage={setLanguage}
      />
      <output>
        {isSearching && <Loader size="sm" aria-label={t('ui.loading')} />}
        {isSearchable && !isSearching && !hasFailed && results.length === 0 && (
          <Text size="sm" c="dimmed">
            {t('imports.noBooksFound')}
          </Text>
        )}
      </output>
      {hasFailed && <SearchFailed onRetry={retry} />}
      {results.length > 0 && (
        <ul className={classes['books']} aria-label={t('imports.booksFound')}>
          {results.map((book) => (
            <li key={book.id}>
              <BookOption book={book} />
              <Button
                component={Link}
                to={comparePath(importId, book.id)}
                replace
                size="compact-sm"
                variant="light"
                aria-label={t('imports.chooseBook', { name: book.name })}
              >
                {t('imports.choose')}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
