import { Loader, Text, Title } from '@mantine/core';
import { IconChartBar, IconDownload, IconTable } from '@tabler/icons-react';
import { type ReactNode, Suspense, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { IconAction } from '#web/ui/icon-action.tsx';
import classes from './analytics-screen.module.css';
import { type FigureRow, FigureTable } from './figure-table.tsx';
import { saveTable } from './save-table.ts';
import { useLocale } from '#web/core/components/use-locale.ts';

export interface ChartCardProps {
  /** A sentence that says what the chart shows. */
  readonly title: string;
  readonly columns: readonly string[];
  readonly rows: readonly FigureRow[];
  readonly isEmpty: boolean;
  /** Of the downloaded file. */
  readonly file: string;
  /** The picture; absent where the table is the picture. */
  readonly children?: ReactNode;
  /** Shows the figures to everybody by itself: in place of picture and table. */
  readonly content?: ReactNode;
  readonly isWide?: boolean;
}

/** A chart under a sentence, with its figures as a table and as a file. */
export function ChartCard({
  title,
  columns,
  rows,
  isEmpty,
  file,
  children,
  content,
  isWide = false,
}: ChartCardProps) {
  const { t } = useTranslation();
  const [isTable, setTable] = useState(false);
  const id = useId();
  const locale = useLocale();
  const number = new Intl.NumberFormat(locale, { maximumFractionDigits: 1 });
  const showsTable = isTable || children === undefined;
  const toggle = t(isTable ? 'analytics.showChart' : 'analytics.showTable');
  return (
    <section className={classes['card']} data-wide={isWide} aria-labelledby={id}>
      <div className={classes['head']}>
        <Title order={2} id={id} className={classes['title'] ?? ''}>
          {title}
        </Title>
        {!isEmpty && (
          <span className={classes['tools']}>
            {children !== undefined && (
              <IconAction
                color="gray"
                label={`${title} ${toggle}`}
                tooltip={toggle}
                icon={
                  isTable ? <IconChartBar size={18} stroke={1.7} /> : <IconTable size={18} stroke={1.7} />
                }
                onClick={() => setTable(!isTable)}
              />
            )}
            <IconAction
              color="gray"
              label={t('analytics.csvOf', { title })}
              tooltip={t('analytics.csv')}
              icon={<IconDownload size={18} stroke={1.7} />}
              onClick={() => saveTable(file, columns, rows)}
            />
          </span>
        )}
      </div>
      {isEmpty ? (
        <Text c="dimmed">{t('analytics.nothing')}</Text>
      ) : (
        (content ?? (
          <>
            {!showsTable && (
              <div aria-hidden="true" className={classes['chart']}>
                <Suspense fallback={<Loader />}>{children}</Suspense>
              </div>
            )}
            <FigureTable
              {...{ title, columns, rows }}
              isShown={showsTable}
              format={(value) => number.format(value)}
            />
          </>
        ))
      )}
    </section>
  );
}
