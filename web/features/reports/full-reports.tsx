import { useMemo } from 'react';
import { Anchor, Button, Loader } from '@mantine/core';
import { IconBooks } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { z } from 'zod';
import { authorEntry, authorsEndpoints } from '#contract/contributors/authors';
import { languageLabel, languageShortCode } from '#contract/core/languages';
import { reportEndpoints } from '#contract/reports/reports';
import { books } from '#contract/books/books';
import { complete } from '#web/core/api/complete.ts';
import { readData } from '#web/core/api/client.ts';
import { booksAddress } from '#web/core/lib/books-address.ts';
import { toMinutes } from '#web/core/lib/durations.ts';
import { DataCell, DataRow, DataTable } from '#web/ui/data-table.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { FilterBar } from '#web/ui/filter-bar.tsx';
import { LoadAlert } from '#web/ui/load-alert.tsx';
import { SearchBox } from '#web/ui/search-box.tsx';
import { ClampedText } from '#web/ui/user-text.tsx';
import { PagedList, type PagedListProps } from '#web/core/components/paged-list.tsx';
import { RecordLink } from '#web/core/components/record-page/record-link.tsx';
import { useListQuery } from '#web/core/components/use-list-query.ts';
import { useRemoteList } from '#web/core/components/use-remote-list.ts';
import { type Read, useRemoteRead } from '#web/core/components/use-remote-read.ts';

const averages = z.array(
  z.object({ language: z.coerce.number(), average_reading_time: z.coerce.number().catch(0) }),
);

const readLanguages: Read<z.output<typeof averages>> = async (client, signal) =>
  averages.parse(readData(await client.call({ ...reportEndpoints.averageReadingTime, signal })));

/** The languages report of the dashboard with all languages. */
export function AllLanguages() {
  const { t } = useTranslation();
  const { value, apiError, retry } = useRemoteRead(readLanguages, {
    attempted_action: t('reports.loadFailed'),
  });
  const label = { language: t('reports.language'), average: t('reports.average') };
  if (apiError) return <LoadAlert message={apiError.message} onRetry={retry} />;
  if (!value) return <Loader aria-label={t('reports.loading')} />;
  if (value.length === 0) return <NoBooks />;
  return (
    <DataTable columns={Object.values(label)} rowsFrom={20}>
      {value
        .toSorted((a, b) => b.average_reading_time - a.average_reading_time)
        .map(({ language, average_reading_time }) => (
          <DataRow key={language}>
            <DataCell label={label.language} kind="title">
              {languageShortCode(language) === undefined ? (
                languageLabel(language)
              ) : (
                <Anchor component={Link} inherit to={booksAddress({ language })}>
                  {languageLabel(language)}
                </Anchor>
              )}
            </DataCell>
            <DataCell label={label.average} kind="number">
              {t('reports.minutes', { count: toMinutes(average_reading_time) })}
            </DataCell>
          </DataRow>
        ))}
    </DataTable>
  );
}

function NoBooks() {
  const { t } = useTranslation();
  return (
    <EmptyState
      icon={<IconBooks size={32} stroke={1.3} />}
      title={t('reports.noBooks')}
      text={t('reports.noBooksText')}
    >
      <Button component={Link} to="/books" size="xs">
        {t('reports.viewBooks')}
      </Button>
    </EmptyState>
  );
}

interface SearchedReportProps extends Pick<PagedListProps, 'list' | 'page' | 'goTo' | 'children'> {
  readonly search: string;
  readonly onSearch: (search: string) => void;
  readonly placeholder: string;
  /** The title for a search without results. */
  readonly nothingFound: string;
  readonly columns: readonly string[];
  readonly rowsFrom: number;
}

/** A report as a table with a search. */
function SearchedReport(props: SearchedReportProps) {
  const { search, onSearch, placeholder, nothingFound, columns, rowsFrom, children, ...list } = props;
  const { t } = useTranslation();
  return (
    <>
      <FilterBar search={<SearchBox value={search} placeholder={placeholder} onSearch={onSearch} />} />
      <PagedList
        {...list}
        pagers="below"
        empty={
          search === '' ? (
            <NoBooks />
          ) : (
            <EmptyState
              icon={<IconBooks size={32} stroke={1.3} />}
              title={nothingFound}
              text={t('reports.emptySearch')}
            >
              <Button variant="default" size="xs" onClick={() => onSearch('')}>
                {t('ui.clearSearch')}
              </Button>
            </EmptyState>
          )
        }
      >
        <DataTable columns={columns} rowsFrom={rowsFrom}>
          {children}
        </DataTable>
      </PagedList>
    </>
  );
}

/** All authors, those with the most books first. */
export function AllAuthors() {
  const { t } = useTranslation();
  const { query, change, goTo } = useListQuery({ search: '' });
  const list = useRemoteList(authorsEndpoints.list, {
    item: authorEntry,
    query,
    options: {
      goTo,
      attempted_action: t('reports.loadFailed'),
    },
  });
  const label = { author: t('reports.author'), books: t('reports.books') };
  return (
    <SearchedReport
      list={list}
      page={query.page}
      goTo={goTo}
      search={query.search}
      onSearch={(search) => change({ search })}
      placeholder={t('reports.searchAuthors')}
      nothingFound={t('reports.noAuthorsFound')}
      columns={Object.values(label)}
      rowsFrom={24}
    >
      {list.items.map(({ id, name, book_count }) => (
        <DataRow key={id}>
          <DataCell label={label.author} kind="title">
            <ClampedText isName>{name}</ClampedText>
          </DataCell>
          <DataCell label={label.books} kind="number">
            {book_count}
          </DataCell>
        </DataRow>
      ))}
    </SearchedReport>
  );
}

const bookEntry = z.preprocess((value) => complete(books.item, value), books.item);

const byLength = { sort_by_field: 'reading_time', sort_direction: 'desc', with_chapters: 0 } as const;

/** All books, the longest first. */
export function LongestBooks() {
  const { t } = useTranslation();
  const { query, change, goTo } = useListQuery({ search: '' });
  const longest = useMemo(() => ({ ...query, ...byLength }), [query]);
  const list = useRemoteList(books.endpoints.list, {
    item: bookEntry,
    query: longest,
    options: {
      goTo,
      attempted_action: t('reports.loadFailed'),
    },
  });
  const label = {
    name: t('reports.name'),
    author: t('reports.author'),
    readingTime: t('reports.readingTime'),
  };
  return (
    <SearchedReport
      list={list}
      page={query.page}
      goTo={goTo}
      search={query.search}
      onSearch={(search) => change({ search })}
      placeholder={t('reports.searchBooks')}
      nothingFound={t('reports.noBooksFound')}
      columns={Object.values(label)}
      rowsFrom={36}
    >
      {list.items.map(({ id, name, author, reading_time }) => (
        <DataRow key={id}>
          <DataCell label={label.name} kind="title">
            <RecordLink kind="books" id={id}>
              <ClampedText isName>{name}</ClampedText>
            </RecordLink>
          </DataCell>
          <DataCell label={label.author}>{author.name}</DataCell>
          <DataCell label={label.readingTime} kind="number">
            {t('reports.minutes', { count: toMinutes(reading_time) })}
          </DataCell>
        </DataRow>
      ))}
    </SearchedReport>
  );
}
