import { Button, NativeSelect } from '@mantine/core';
import { IconCategory2 } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { SubCategory } from '#contract/resources/sub-categories';
import { subCategoriesSlice } from './sub-categories-slice.ts';
import { booksAddress } from '../../lib/books-address.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { FilterBar } from '../../ui/filter-bar.tsx';
import { ListLookContext } from '../../ui/list-look.ts';
import { ScreenHeader } from '../../ui/screen-header.tsx';
import { SearchBox } from '../../ui/search-box.tsx';
import { useToast } from '../../ui/use-toast.ts';
import type { EditorTarget } from '../../widgets/editor-dialog.tsx';
import { PagedList } from '../../widgets/paged-list.tsx';
import { ListMenuItems } from '../../widgets/list-menu-items.tsx';
import { useCategoryOptions } from '../../widgets/use-category-options.ts';
import { useDelete } from '../../widgets/use-delete.ts';
import { UsesQuestion } from '../../widgets/uses/uses-question.tsx';
import { useListQuery } from '../../widgets/use-list-query.ts';
import { useOpenFromAddress } from '../../widgets/use-open-from-address.ts';
import { usePermission } from '../../widgets/use-permission.ts';
import { useAddressViews } from '../../widgets/views/use-list-views.ts';
import { ViewsMenu } from '../../widgets/views/views-menu.tsx';
import { useResourceList } from '../../widgets/use-resource-list.ts';
import { SubCategoriesTable } from './sub-categories-table.tsx';
import { SubCategoryDialog } from './sub-category-dialog.tsx';

const { messages } = subCategoriesSlice.declaration;
const all = { q: '', category_code: '' };

export function SubCategoriesScreen() {
  const { t } = useTranslation();
  const { query, change, goTo, isFiltered } = useListQuery(all);
  const list = useResourceList(subCategoriesSlice, query, goTo);
  const options = useCategoryOptions();
  const views = useAddressViews('sub-categories', ['search', 'category_code']);
  const canEdit = usePermission('sub-categories:edit');
  const [edited, setEdited] = useState<EditorTarget<SubCategory>>();
  const title = useRef<HTMLHeadingElement>(null);
  const toast = useToast();
  const saved = (message: string) => {
    toast('success', message);
    list.reload();
  };
  const { remove, deletionOf, usesQuestion, forget } = useDelete(subCategoriesSlice, {
    question: t('subCategories.deleteQuestion'),
    focusAfter: title,
    onDeleted: saved,
    addressOfAll: ({ code }, kind) =>
      kind === 'books' ? booksAddress({ category: `sub_category:${code}`, language: '' }) : undefined,
  });

  const open = (item: SubCategory | undefined) => {
    forget();
    setEdited({ item });
  };
  useOpenFromAddress(subCategoriesSlice, (item) => canEdit && open(item));

  return (
    <ListLookContext value={views.look}>
      <ScreenHeader
        title={t('subCategories.heading')}
        titleRef={title}
        beside={<ViewsMenu views={views} />}
        add={canEdit && { label: t('subCategories.add'), onClick: () => open(undefined) }}
      />
      <FilterBar
        viewEntries={<ListMenuItems kind="sub-categories" query={query} />}
        active={query.category_code === '' ? 0 : 1}
        search={
          <SearchBox
            value={query.q}
            placeholder={t('subCategories.search')}
            onSearch={(q) => change({ q })}
          />
        }
      >
        <NativeSelect
          aria-label={t('subCategories.category')}
          value={query.category_code}
          onChange={({ currentTarget: { value } }) => change({ category_code: value })}
          data={[
            { value: '', label: t('subCategories.allCategories') },
            ...options.categories.map(({ code, name }) => ({ value: code, label: name })),
          ]}
        />
      </FilterBar>
      <PagedList
        list={list}
        page={query.page}
        goTo={goTo}
        empty={
          <EmptyState
            icon={<IconCategory2 size={32} stroke={1.3} />}
            title={t('subCategories.emptyTitle')}
            text={t(isFiltered ? 'subCategories.emptyFiltered' : 'subCategories.emptyCatalogue')}
          >
            {isFiltered && (
              <Button variant="default" size="xs" onClick={() => change(all)}>
                {t('ui.resetFilters')}
              </Button>
            )}
          </EmptyState>
        }
      >
        <SubCategoriesTable
          subCategories={list.items}
          onEdit={open}
          onDelete={(item) => void remove(item)}
          deletionOf={deletionOf}
        />
      </PagedList>
      <UsesQuestion {...usesQuestion} />
      <SubCategoryDialog
        target={edited}
        options={options}
        onClose={() => setEdited(undefined)}
        onSaved={(isNew) => saved(isNew ? messages.created : messages.updated)}
      />
    </ListLookContext>
  );
}
