import { IconCategory2 } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { ResourceScreen } from '#web/core/components/resource-list/resource-screen.tsx';
import { ResourceTable } from '#web/core/components/resource-list/resource-table.tsx';
import { useAddressViews } from '#web/core/components/saved-views/use-list-views.ts';
import { useCategoryOptions } from '#web/core/components/use-category-options.ts';
import { useListQuery } from '#web/core/components/use-list-query.ts';
import { useResourceList } from '#web/core/components/use-resource-list.ts';
import { booksAddress } from '#web/core/lib/books-address.ts';
import { subCategoriesSlice } from './sub-categories.slice.ts';
import { SubCategoryDialog } from './sub-category-dialog.tsx';

const all = { q: '', category_code: '' };

export function SubCategoriesScreen() {
  const { t } = useTranslation();
  const { query, change, goTo, isFiltered } = useListQuery(all);
  const list = useResourceList(subCategoriesSlice, query, goTo);
  const options = useCategoryOptions();
  const views = useAddressViews('sub-categories', ['search', 'category_code']);
  const filter = {
    label: t('subCategories.category'),
    value: query.category_code,
    options: [
      { value: '', label: t('subCategories.allCategories') },
      ...options.categories.map(({ code, name }) => ({ value: code, label: name })),
    ],
    onChange: (category_code: string) => change({ category_code }),
  };
  return (
    <ResourceScreen
      kind="sub-categories"
      slice={subCategoriesSlice}
      icon={IconCategory2}
      list={list}
      query={list.query}
      page={query.page}
      goTo={goTo}
      views={views}
      search={query.q}
      onSearch={(q) => change({ q })}
      onClear={isFiltered ? () => change(all) : undefined}
      filterBar={{ filters: [filter] }}
      deleteErrors="row"
      addressOfAll={({ code }, kind) =>
        kind === 'books' ? booksAddress({ category: `sub_category:${code}`, language: '' }) : undefined
      }
      renderDialog={(dialog) => <SubCategoryDialog {...dialog} options={options} />}
    >
      {(actions) => (
        <ResourceTable
          {...actions}
          kind="sub-categories"
          items={list.items}
          rowsFrom={48}
          hasMenu={false}
          nameLabel={t('subCategories.name')}
          recordOf={({ name }) => ({ name })}
          columns={[
            { key: 'code', label: t('subCategories.code'), render: ({ code }) => code },
            {
              key: 'category_code',
              label: t('subCategories.categoryCode'),
              render: ({ category_code }) => category_code,
            },
            {
              key: 'category_name',
              label: t('subCategories.categoryName'),
              render: ({ category }) => category?.name,
            },
          ]}
        />
      )}
    </ResourceScreen>
  );
}
