import { Text, Title } from '@mantine/core';
import { IconChartBar, IconDownload, IconTable } from '@tabler/icons-react';
import { type ReactNode, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { IconAction } from '#web/ui/icon-action.tsx';
import classes from './analytics-screen.module.css';
import { type FigureRow, FigureTable } from './figure-table.tsx';
import { saveTable } from './save-table.ts';
import { useLocale } from '#web/core/components/use-locale.ts';
import { decimalFormat } from '#web/core/lib/formats.ts';

export interface ChartCardProps {
  /** A sentence that summarizes the chart. */
  readonly title: string;
  readonly columns: readonly string[];
  readonly rows: readonly FigureRow[];
  readonly isEmpty: boolean;
  /** The name of the downloaded file. */
  readonly file: string;
  /** The chart. Undefined if the table is shown instead. */
  readonly children?: ReactNode;
  /** Replaces chart and table with content that is accessible to all users. */
  readonly content?: ReactNode;
  readonly isWide?: boolean;
  /** A text below the table, such as which rows it contains. */
  readonly note?: string | undefined;
}

/** A chart with a summary as its title, and its figures as a table and a file. */
export function ChartCard({
  title,
  columns,
  rows,
  isEmpty,
  file,
  children,
  content,
  isWide = false,
  note,
}: ChartCardProps) {
  const { t } = useTranslation();
  const [isTable, setTable] = useState(false);
  const id = useId();
  const locale = useLocale();
  const number = decimalFormat(locale);
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
                {children}
              </div>
            )}
            <FigureTable
              {...{ title, columns, rows }}
              isShown={showsTable}
              format={(value) => number.format(value)}
            />
            {showsTable && note !== undefined && (
              <Text size="sm" c="dimmed" mt="xs">
                {note}
              </Text>
            )}
          </>
        ))
      )}
    </section>
  );
}
