import { Button } from '@mantine/core';
import { IconCategory } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Category } from '#contract/categories/categories';
import { categoriesSlice } from './categories.slice.ts';
import { booksAddress } from '#web/core/lib/books-address.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { FilterBar } from '#web/ui/filter-bar.tsx';
import { ImagePreview, type PreviewedImage } from '#web/ui/image-preview.tsx';
import { ListSettingsContext } from '#web/ui/list-settings.ts';
import { ScreenHeader } from '#web/ui/screen-header.tsx';
import { SearchBox } from '#web/ui/search-box.tsx';
import { useToast } from '#web/ui/use-toast.ts';
import type { EditorTarget } from '#web/core/components/editor-dialog.tsx';
import { PagedList } from '#web/core/components/paged-list.tsx';
import { ListMenuItems } from '#web/core/components/list-menu-items.tsx';
import { useDelete } from '#web/core/components/use-delete.ts';
import { ReferencesDialog } from '#web/core/components/references/references-dialog.tsx';
import { useListQuery } from '#web/core/components/use-list-query.ts';
import { useOpenFromAddress } from '#web/core/components/use-open-from-address.ts';
import { useCanEdit } from '#web/core/components/use-permission.ts';
import { useAddressViews } from '#web/core/components/saved-views/use-list-views.ts';
import { ViewsMenu } from '#web/core/components/saved-views/views-menu.tsx';
import { useSavedMessage } from '#web/core/components/release/use-release.ts';
import { useResourceList } from '#web/core/components/use-resource-list.ts';
import { CategoriesTable } from './categories-table.tsx';
import { CategoryDialog } from './category-dialog.tsx';

const { messages } = categoriesSlice.declaration;

export function CategoriesScreen() {
  const { t } = useTranslation();
  const { query, change, goTo, isFiltered } = useListQuery({ search: '' });
  const list = useResourceList(categoriesSlice, query, goTo);
  const views = useAddressViews('categories', ['search']);
  const canEdit = useCanEdit('categories');
  const [edited, setEdited] = useState<EditorTarget<Category>>();
  const [previewed, setPreviewed] = useState<PreviewedImage>();
  const title = useRef<HTMLHeadingElement>(null);
  const toast = useToast();
  const savedMessage = useSavedMessage();
  const onSaved = (message: string, detail?: string) => {
    toast('success', savedMessage(message), { detail });
    list.reload();
  };
  const { remove, deletionOf, referencesConfirmation, forget } = useDelete(categoriesSlice, {
    confirmation: t('categories.deleteQuestion'),
    focusAfter: title,
    onDeleted: onSaved,
    addressOfAll: ({ code }, kind) =>
      kind === 'books' ? booksAddress({ category: `category:${code}`, language: '' }) : undefined,
  });

  const open = (item: Category | undefined) => {
    forget();
    setEdited({ item });
  };
  useOpenFromAddress('categories', () => canEdit && open(undefined));

  return (
    <ListSettingsContext value={views.listSettings}>
      <ScreenHeader
        title={t('categories.heading')}
        titleRef={title}
        beside={<ViewsMenu views={views} />}
        add={canEdit && { label: t('categories.add'), onClick: () => open(undefined) }}
      />
      <FilterBar
        viewEntries={<ListMenuItems kind="categories" query={list.query} />}
        search={
          <SearchBox
            value={query.search}
            placeholder={t('categories.search')}
            onSearch={(search) => change({ search })}
          />
        }
      />
      <PagedList
        list={list}
        page={query.page}
        goTo={goTo}
        onCorrect={(search) => change({ search })}
        empty={
          <EmptyState
            icon={<IconCategory size={32} stroke={1.3} />}
            title={t(isFiltered ? 'categories.emptyTitle' : 'categories.noneYet')}
            text={t(isFiltered ? 'categories.emptyFiltered' : 'categories.emptyCatalogue')}
          >
            {isFiltered && (
              <Button variant="default" size="xs" onClick={() => change({ search: '' })}>
                {t('ui.clearSearch')}
              </Button>
            )}
            {!isFiltered && canEdit && (
              <Button size="xs" onClick={() => open(undefined)}>
                {t('categories.createFirst')}
              </Button>
            )}
          </EmptyState>
        }
      >
        <CategoriesTable
          categories={list.items}
          onPreview={({ name, image_url, thumbnail_url }) =>
            setPreviewed({ src: image_url ?? thumbnail_url ?? '', name })
          }
          onEdit={open}
          onDelete={(item) => void remove(item)}
          deletionOf={deletionOf}
        />
      </PagedList>
      <ReferencesDialog {...referencesConfirmation} />
      <ImagePreview image={previewed} onClose={() => setPreviewed(undefined)} />
      <CategoryDialog
        target={edited}
        onClose={() => setEdited(undefined)}
        onSaved={(isNew) => onSaved(isNew ? messages.created : messages.updated)}
      />
    </ListSettingsContext>
  );
}
