import { Button } from '@mantine/core';
import { IconCategory2 } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { SubCategory } from '#contract/sub-categories/sub-categories';
import { subCategoriesSlice } from './sub-categories.slice.ts';
import { booksAddress } from '#web/core/lib/books-address.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { FilterBar } from '#web/ui/filter-bar.tsx';
import { ListSettingsContext } from '#web/ui/list-settings.ts';
import { ScreenHeader } from '#web/ui/screen-header.tsx';
import { SearchBox } from '#web/ui/search-box.tsx';
import { useToast } from '#web/ui/use-toast.ts';
import type { EditorTarget } from '#web/core/components/editor-dialog.tsx';
import { PagedList } from '#web/core/components/paged-list.tsx';
import { ListMenuItems } from '#web/core/components/list-menu-items.tsx';
import { useCategoryOptions } from '#web/core/components/use-category-options.ts';
import { useDelete } from '#web/core/components/use-delete.ts';
import { ReferencesDialog } from '#web/core/components/references/references-dialog.tsx';
import { useListQuery } from '#web/core/components/use-list-query.ts';
import { useOpenFromAddress } from '#web/core/components/use-open-from-address.ts';
import { useCanEdit } from '#web/core/components/use-permission.ts';
import { useAddressViews } from '#web/core/components/saved-views/use-list-views.ts';
import { ViewsMenu } from '#web/core/components/saved-views/views-menu.tsx';
import { useSavedMessage } from '#web/core/components/release/use-release.ts';
import { useResourceList } from '#web/core/components/use-resource-list.ts';
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
  const canEdit = useCanEdit('sub-categories');
  const [edited, setEdited] = useState<EditorTarget<SubCategory>>();
  const title = useRef<HTMLHeadingElement>(null);
  const toast = useToast();
  const savedMessage = useSavedMessage();
  const onSaved = (message: string, detail?: string) => {
    toast('success', savedMessage(message), { detail });
    list.reload();
  };
  const { remove, deletionOf, referencesConfirmation, forget } = useDelete(subCategoriesSlice, {
    confirmation: t('subCategories.deleteQuestion'),
    focusAfter: title,
    onDeleted: onSaved,
    addressOfAll: ({ code }, kind) =>
      kind === 'books' ? booksAddress({ category: `sub_category:${code}`, language: '' }) : undefined,
  });

  const open = (item: SubCategory | undefined) => {
    forget();
    setEdited({ item });
  };
  useOpenFromAddress('sub-categories', () => canEdit && open(undefined));

  return (
    <ListSettingsContext value={views.listSettings}>
      <ScreenHeader
        title={t('subCategories.heading')}
        titleRef={title}
        beside={<ViewsMenu views={views} />}
        add={canEdit && { label: t('subCategories.add'), onClick: () => open(undefined) }}
      />
      <FilterBar
        viewEntries={<ListMenuItems kind="sub-categories" query={list.query} />}
        filters={[
          {
            label: t('subCategories.category'),
            value: query.category_code,
            options: [
              { value: '', label: t('subCategories.allCategories') },
              ...options.categories.map(({ code, name }) => ({ value: code, label: name })),
            ],
            onChange: (category_code) => change({ category_code }),
          },
        ]}
        search={
          <SearchBox
            value={query.q}
            placeholder={t('subCategories.search')}
            onSearch={(q) => change({ q })}
          />
        }
      />
      <PagedList
        list={list}
        page={query.page}
        goTo={goTo}
        onCorrect={(search) => change({ q: search })}
        empty={
          <EmptyState
            icon={<IconCategory2 size={32} stroke={1.3} />}
            title={t(isFiltered ? 'subCategories.emptyTitle' : 'subCategories.noneYet')}
            text={t(isFiltered ? 'subCategories.emptyFiltered' : 'subCategories.emptyCatalogue')}
          >
            {isFiltered && (
              <Button variant="default" size="xs" onClick={() => change(all)}>
                {t('ui.resetFilters')}
              </Button>
            )}
            {!isFiltered && canEdit && (
              <Button size="xs" onClick={() => open(undefined)}>
                {t('subCategories.createFirst')}
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
      <ReferencesDialog {...referencesConfirmation} />
      <SubCategoryDialog
        target={edited}
        options={options}
        onClose={() => setEdited(undefined)}
        onSaved={(isNew) => onSaved(isNew ? messages.created : messages.updated)}
      />
    </ListSettingsContext>
  );
}
