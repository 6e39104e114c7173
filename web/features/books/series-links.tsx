import { Anchor } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { Book } from '#contract/books/books';
import { recordAddress } from '#web/core/lib/record-address.ts';

/** The series of a book with its position in each. */
export function SeriesLinks({ series }: { readonly series: NonNullable<Book['series']> }) {
  const { t } = useTranslation();
  if (series.length === 0) return null;
  return (
    <span>
      {`${t('series.heading')}: `}
      {series.map(({ id, title, position }, index) => (
        <span key={id}>
          {index > 0 && ', '}
          <Anchor component={Link} inherit to={recordAddress('series', id)}>
            {title}
          </Anchor>
          {position !== '' && ` (${position})`}
        </span>
      ))}
    </span>
  );
}
