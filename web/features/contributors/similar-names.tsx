import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { AuthorEntry } from '#contract/contributors/authors';
import { UserText } from '#web/ui/user-text.tsx';
import classes from './contributors.module.css';

export interface SimilarNamesProps {
  readonly name: string;
  readonly similar: NonNullable<AuthorEntry['similar']>;
  /** Undefined without the permission to merge. */
  readonly onMerge: ((into: string) => void) | undefined;
}

/** The possible duplicates of a contributor, each a button that starts a merge. */
export function SimilarNames({ name, similar, onMerge }: SimilarNamesProps) {
  const { t } = useTranslation();
  return (
    <ul className={classes['similar']}>
      {similar.map((other) => (
        <li key={other.id}>
          {onMerge ? (
            <Button
              variant="default"
              size="compact-sm"
              classNames={{ root: classes['merge'] ?? '', label: classes['mergeName'] ?? '' }}
              aria-label={t('contributors.mergeInto', { name, into: other.name })}
              onClick={() => onMerge(other.name)}
            >
              <UserText>{other.name}</UserText> ({other.book_count})
            </Button>
          ) : (
            <>
              <UserText>{other.name}</UserText> ({other.book_count})
            </>
          )}
        </li>
      ))}
    </ul>
  );
}
