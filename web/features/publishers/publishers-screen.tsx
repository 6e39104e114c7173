import { Text } from '@mantine/core';
import { IconBuilding } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { ResourceListScreen } from '#web/core/components/resource-list/resource-list-screen.tsx';
import { NoValue } from '#web/core/components/resource-list/resource-table.tsx';
import { booksAddress } from '#web/core/lib/books-address.ts';
import { ClampedText } from '#web/ui/user-text.tsx';
import { PublisherDialog } from './publisher-dialog.tsx';
import { publishersSlice } from './publishers.slice.ts';

export function PublishersScreen() {
  const { t } = useTranslation();
  return (
    <ResourceListScreen
      kind="publishers"
      slice={publishersSlice}
      icon={IconBuilding}
      dialog={PublisherDialog}
      addressOfAll={({ id }, kind) =>
        kind === 'books' ? booksAddress({ publisher_id: id, language: '' }) : undefined
      }
      table={{
        image: { label: t('publishers.image'), px: 48 },
        rowsFrom: 48,
        nameLabel: t('publishers.name'),
        recordOf: ({ name, image, thumbnail_url: thumbnail }) => ({ name, image, thumbnail }),
        columns: [
          {
            key: 'website',
            label: t('publishers.website'),
            render: ({ website }) => (
              <Text span display="block" size="sm" truncate="end" maw="14rem">
                {website.replace(/^https?:\/\//i, '')}
              </Text>
            ),
          },
          {
            key: 'imprints',
            label: t('publishers.imprints'),
            kind: 'long',
            render: ({ imprints }) =>
              imprints.length === 0 ? (
                <NoValue>{t('publishers.noImprints')}</NoValue>
              ) : (
                <ClampedText>{imprints.map(({ name }) => name).join(', ')}</ClampedText>
              ),
          },
        ],
      }}
    />
  );
}
