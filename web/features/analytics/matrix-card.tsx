import { VisuallyHidden } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { Analytics } from '#contract/analytics/analytics';
import { languageLabel } from '#contract/core/languages';
import { booksAddress } from '#web/core/lib/books-address.ts';
import { useLocale } from '#web/core/components/use-locale.ts';
import { decimalFormat } from '#web/core/lib/formats.ts';
import classes from './analytics-screen.module.css';
import { ChartCard } from './chart-card.tsx';

const HOUR = 3_600;

type Cell = Analytics['matrix'][number];

const hoursOf = (cells: readonly Cell[]): number =>
  Math.round((cells.reduce((sum, { seconds }) => sum + seconds, 0) / HOUR) * 10) / 10;
const booksOf = (cells: readonly Cell[]): number => cells.reduce((sum, { books }) => sum + books, 0);

export interface MatrixCardProps {
  readonly matrix: Analytics['matrix'];
  /** The value of the filter; blank for all services. */
  readonly isBackup: string;
}

/** The number of books and hours by language and category. */
export function MatrixCard({ matrix, isBackup }: MatrixCardProps) {
  const { t } = useTranslation();
  const number = decimalFormat(useLocale());
  const [most] = matrix.toSorted((a, b) => b.books - a.books);
  const nameOf = (category: Cell['category']) => category?.name ?? t('analytics.noCategory');
  const byBooks = <Key,>(groups: Map<Key, Cell[]>) =>
    [...groups].toSorted(([, first], [, second]) => booksOf(second) - booksOf(first));
  const languages = byBooks(Map.groupBy(matrix, ({ language }) => language));
  const categories = byBooks(Map.groupBy(matrix, ({ category }) => category?.code));
  const title = most
    ? t('analytics.titles.matrix', {
        language: languageLabel(most.language),
        category: nameOf(most.category),
      })
    : t('analytics.titles.noMatrix');
  const figures = (cells: readonly Cell[]) => (
    <>
      {number.format(booksOf(cells))}
      <VisuallyHidden component="span">{t('analytics.cellBooks')}</VisuallyHidden>
      <small>{t('analytics.cellHours', { hours: number.format(hoursOf(cells)) })}</small>
    </>
  );

  return (
    <ChartCard
      file="languages-and-categories"
      isWide
      isEmpty={!most}
      title={title}
      columns={[t('analytics.language'), t('analytics.category'), t('analytics.books'), t('analytics.hours')]}
      rows={matrix.map((cell) => ({
        cells: [languageLabel(cell.language), nameOf(cell.category), cell.books, hoursOf([cell])],
      }))}
      content={
        <section
          className={classes['tableFrame']}
          data-shown
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- makes scrollable content accessible by keyboard
          tabIndex={0}
          aria-label={t('analytics.figuresOf', { title })}
        >
          <table className={classes['table']} data-matrix>
            <caption>{title}</caption>
            <thead>
              <tr>
                <th scope="col">{t('analytics.category')}</th>
                {languages.map(([language]) => (
                  <th key={language} scope="col">
                    {languageLabel(language)}
                  </th>
                ))}
                <th scope="col">{t('analytics.all')}</th>
              </tr>
            </thead>
            <tbody>
              {categories.map(([code, row]) => (
                <tr key={code ?? ''}>
                  <th scope="row">{nameOf(row[0]?.category ?? null)}</th>
                  {languages.map(([language]) => {
                    const cells = row.filter((cell) => cell.language === language);
                    if (cells.length === 0) return <td key={language}>-</td>;
                    return (
                      <td key={language}>
                        {code === undefined ? (
                          figures(cells)
                        ) : (
                          <Link to={booksAddress({ language, type: isBackup, category: `category:${code}` })}>
                            <VisuallyHidden component="span">
                              {t('analytics.cellOf', {
                                language: languageLabel(language),
                                category: nameOf(row[0]?.category ?? null),
                              })}
                            </VisuallyHidden>
                            {figures(cells)}
                          </Link>
                        )}
                      </td>
                    );
                  })}
                  <td>{figures(row)}</td>
                </tr>
              ))}
              <tr>
                <th scope="row">{t('analytics.all')}</th>
                {languages.map(([language, cells]) => (
                  <td key={language}>{figures(cells)}</td>
                ))}
                <td>{figures(matrix)}</td>
              </tr>
            </tbody>
          </table>
        </section>
      }
    />
  );
}
