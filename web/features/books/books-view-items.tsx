import { Menu } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconListCheck } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Query } from '#web/core/api/encode.ts';
import { ListMenuItems } from '#web/core/components/list-menu-items.tsx';

export interface BooksViewItemsProps {
  /** The query of the list. */
  readonly query: Query;
  /** Starts the selection of several books. Undefined for users without bulk actions. */
  readonly onSelect: (() => void) | undefined;
}

/** The items of the books list in the view menu. */
export function BooksViewItems({ query, onSelect }: BooksViewItemsProps) {
  const { t } = useTranslation();
  const isPhone = useMediaQuery('(max-width: 47.99em)', false, { getInitialValueInEffect: false });
  return (
    <>
      {/* Wide screens have buttons beside the heading instead. Hidden menu items would receive the focus of arrow keys. */}
      {isPhone && onSelect && (
        <Menu.Item
          leftSection={<IconListCheck size={16} stroke={1.7} aria-hidden="true" />}
          onClick={onSelect}
        >
          {t('books.select.startTooltip')}
        </Menu.Item>
      )}
      <ListMenuItems kind="books" query={query} />
    </>
  );
}
