import { IconCategory } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { ResourceListScreen } from '#web/core/components/resource-list/resource-list-screen.tsx';
import { booksAddress } from '#web/core/lib/books-address.ts';
import { categoriesSlice } from './categories.slice.ts';
import { CategoryDialog } from './category-dialog.tsx';

export function CategoriesScreen() {
  const { t } = useTranslation();
  return (
    <ResourceListScreen
      kind="categories"
      slice={categoriesSlice}
      icon={IconCategory}
      dialog={CategoryDialog}
      deleteErrors="row"
      addressOfAll={({ code }, kind) =>
        kind === 'books' ? booksAddress({ category: `category:${code}`, language: '' }) : undefined
      }
      table={{
        image: { label: t('categories.image'), px: 48 },
        rowsFrom: 40,
        hasFooter: true,
        nameLabel: t('categories.name'),
        recordOf: ({ name, image_url: image, thumbnail_url: thumbnail }) => ({ name, image, thumbnail }),
        columns: [{ key: 'code', label: t('categories.code'), render: ({ code }) => code }],
      }}
    />
  );
}
