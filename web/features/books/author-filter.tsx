import { Button } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import classes from './books-screen.module.css';

export interface AuthorFilterProps {
  readonly author: string;
  readonly onRemove: () => void;
}

/** Shows that the list is filtered by an author. Pressing it removes the filter. */
export function AuthorFilter({ author, onRemove }: AuthorFilterProps) {
  const { t } = useTranslation();
  return (
    <Button
      variant="light"
      size="xs"
      className={classes['authorFilter'] ?? ''}
      aria-label={t('books.removeAuthor', { name: author })}
      rightSection={<IconX size={14} stroke={2} aria-hidden="true" />}
      onClick={onRemove}
    >
      {t('books.authorChosen', { name: author })}
    </Button>
  );
}
