import { IconListNumbers } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { SeriesBook } from '#contract/series/series';
import { ResourceListScreen } from '#web/core/components/resource-list/resource-list-screen.tsx';
import { NoValue } from '#web/core/components/resource-list/resource-table.tsx';
import { firstCharacters } from '#web/core/lib/text-start.ts';
import { NameList } from '#web/ui/name-list.tsx';
import { ReadMore } from '#web/ui/read-more.tsx';
import { SeriesDialog } from './series-dialog.tsx';
import { seriesSlice } from './series.slice.ts';

/** Returns a book whose name starts with its position. */
const withPosition = ({ code, name, position }: SeriesBook) => ({
  code,
  name: position === '' ? name : `${position} · ${name}`,
});

export function SeriesScreen() {
  const { t } = useTranslation();
  return (
    <ResourceListScreen
      kind="series"
      slice={seriesSlice}
      icon={IconListNumbers}
      dialog={SeriesDialog}
      table={{
        image: { label: t('series.image'), px: 64 },
        rowsFrom: 54,
        nameLabel: t('series.title'),
        recordOf: ({ title: name, image, thumbnail_url: thumbnail }) => ({ name, image, thumbnail }),
        columns: [
          {
            key: 'description',
            label: t('series.description'),
            kind: 'long',
            render: ({ description }) => <ReadMore text={description} start={firstCharacters(description)} />,
          },
          {
            key: 'is_ordered',
            label: t('series.isOrdered'),
            render: ({ is_ordered }) => t(is_ordered ? 'series.yes' : 'series.no'),
          },
          {
            key: 'book_count',
            label: t('series.bookCount'),
            kind: 'number',
            render: ({ books }) => books.length,
          },
          {
            key: 'books',
            label: t('series.books'),
            kind: 'long',
            render: ({ books }) =>
              books.length === 0 ? (
                <NoValue>{t('series.noBooks')}</NoValue>
              ) : (
                <NameList entries={books.map(withPosition)} />
              ),
          },
        ],
      }}
    />
  );
}
