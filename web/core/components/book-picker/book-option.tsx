import { IconBook } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Book } from '#contract/books/books';
import { toMinutes } from '#web/core/lib/durations.ts';
import { ClampedText } from '#web/ui/user-text.tsx';
import classes from './book-picker.module.css';

export interface BookOptionProps {
  /** The ID of the details, for controls whose name is only the title. */
  readonly detailsId?: string | undefined;
  readonly book: Pick<Book, 'name' | 'code' | 'author' | 'duration' | 'thumbnail_url' | 'image_url'>;
}

/** The content of one result of a book picker: cover, title, author, duration and code. */
export function BookOption({ book, detailsId }: BookOptionProps) {
  const { t } = useTranslation();
  const { name, code, author, duration } = book;
  const image = book.thumbnail_url ?? book.image_url;
  const details = [author.name, duration > 0 && t('picker.minutes', { count: toMinutes(duration) })];
  return (
    <span className={classes['option']}>
      {image ? (
        <img className={classes['cover']} src={image} alt="" loading="lazy" />
      ) : (
        <span className={classes['cover']}>
          <IconBook size={16} stroke={1.4} aria-hidden="true" />
        </span>
      )}
      <span className={classes['texts']}>
        <span className={classes['name']}>
          <ClampedText>{name}</ClampedText>
        </span>
        <span className={classes['details']} id={detailsId}>
          <span className={classes['code']}>{code}</span>
          <span className={classes['author']}>{details.filter(Boolean).join(' · ')}</span>
        </span>
      </span>
    </span>
  );
}
