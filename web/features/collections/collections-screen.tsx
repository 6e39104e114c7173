import { IconPlaylist } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { ResourceListScreen } from '#web/core/components/resource-list/resource-list-screen.tsx';
import { NoValue } from '#web/core/components/resource-list/resource-table.tsx';
import { firstCharacters } from '#web/core/lib/text-start.ts';
import { NameList } from '#web/ui/name-list.tsx';
import { ReadMore } from '#web/ui/read-more.tsx';
import { CollectionDialog } from './collection-dialog.tsx';
import { collectionsSlice } from './collections.slice.ts';

export function CollectionsScreen() {
  const { t } = useTranslation();
  return (
    <ResourceListScreen
      kind="collections"
      slice={collectionsSlice}
      icon={IconPlaylist}
      dialog={CollectionDialog}
      table={{
        image: { label: t('collections.image'), px: 64 },
        rowsFrom: 54,
        nameLabel: t('collections.title'),
        recordOf: ({ title: name, image, thumbnail_url: thumbnail }) => ({ name, image, thumbnail }),
        columns: [
          {
            key: 'description',
            label: t('collections.description'),
            kind: 'long',
            render: ({ description }) => <ReadMore text={description} start={firstCharacters(description)} />,
          },
          {
            key: 'book_count',
            label: t('collections.bookCount'),
            kind: 'number',
            render: ({ books }) => books.length,
          },
          {
            key: 'books',
            label: t('collections.books'),
            kind: 'long',
            render: ({ books }) =>
              books.length === 0 ? (
                <NoValue>{t('collections.noBooks')}</NoValue>
              ) : (
                <NameList entries={books} />
              ),
          },
        ],
      }}
    />
  );
}
