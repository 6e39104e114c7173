import { Text, Title } from '@mantine/core';
import { IconBookOff } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import classes from './dashboard-screen.module.css';
import type { LongestRow } from './report-rows.ts';

export interface LongestBookCardProps {
  /** Null: no book yet. Undefined: not to be had. */
  readonly book: LongestRow | null | undefined;
}

export function LongestBookCard({ book }: LongestBookCardProps) {
  const { t } = useTranslation();
  return (
    <section className={classes['longest']} aria-labelledby="longest-book">
      <Title order={2} id="longest-book" className={classes['eyebrow'] ?? ''}>
        {t('dashboard.longestBook')}
      </Title>
      {book ? (
        <>
          <p className={classes['bookName']}>{book.name}</p>
          <dl className={classes['facts']}>
            <div>
              <dt>{t('dashboard.author')}</dt>
              <dd>{book.author}</dd>
            </div>
            <div>
              <dt>{t('dashboard.readingTime')}</dt>
              <dd data-numeric>{t('dashboard.minutes', { count: book.minutes })}</dd>
            </div>
            <div>
              <dt>{t('dashboard.category')}</dt>
              <dd>{book.category ?? t('dashboard.noCategory')}</dd>
            </div>
          </dl>
        </>
      ) : (
        <div className={classes['emptyRow']}>
          <IconBookOff size={28} stroke={1.4} aria-hidden />
          <div>
            <Text fw={600}>{t(book === null ? 'dashboard.noBooks' : 'dashboard.unavailable')}</Text>
            {book === null && (
              <Text size="sm" c="dimmed">
                {t('dashboard.noBooksHint')}
              </Text>
            )}
          </div>
        </div>
      )}
    </section>
  );
}
