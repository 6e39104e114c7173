import { Button } from '@mantine/core';
import { IconCategory } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Category } from '#contract/resources/categories';
import { categoriesSlice } from './categories-slice.ts';
import { booksAddress } from '../../lib/books-address.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { FilterBar } from '../../ui/filter-bar.tsx';
import { ImagePreview, type PreviewedImage } from '../../ui/image-preview.tsx';
import { ListLookContext } from '../../ui/list-look.ts';
import { ScreenHeader } from '../../ui/screen-header.tsx';
import { SearchBox } from '../../ui/search-box.tsx';
import { useToast } from '../../ui/use-toast.ts';
import type { EditorTarget } from '../../widgets/editor-dialog.tsx';
import { PagedList } from '../../widgets/paged-list.tsx';
import { ListMenuItems } from '../../widgets/list-menu-items.tsx';
import { useDelete } from '../../widgets/use-delete.ts';
import { UsesQuestion } from '../../widgets/uses/uses-question.tsx';
import { useListQuery } from '../../widgets/use-list-query.ts';
import { useOpenFromAddress } from '../../widgets/use-open-from-address.ts';
import { usePermission } from '../../widgets/use-permission.ts';
import { useAddressViews } from '../../widgets/views/use-list-views.ts';
import { ViewsMenu } from '../../widgets/views/views-menu.tsx';
import { useResourceList } from '../../widgets/use-resource-list.ts';
import { CategoriesTable } from './categories-table.tsx';
import { CategoryDialog } from './category-dialog.tsx';

const { messages } = categoriesSlice.declaration;

export function CategoriesScreen() {
  const { t } = useTranslation();
  const { query, change, goTo, isFiltered } = useListQuery({ search: '' });
  const list = useResourceList(categoriesSlice, query, goTo);
  const views = useAddressViews('categories', ['search']);
  const canEdit = usePermission('categories:edit');
  const [edited, setEdited] = useState<EditorTarget<Category>>();
  const [previewed, setPreviewed] = useState<PreviewedImage>();
  const title = useRef<HTMLHeadingElement>(null);
  const toast = useToast();
  const saved = (message: string) => {
    toast('success', message);
    list.reload();
  };
  const { remove, deletionOf, usesQuestion, forget } = useDelete(categoriesSlice, {
    question: t('categories.deleteQuestion'),
    focusAfter: title,
    onDeleted: saved,
    addressOfAll: ({ code }, kind) =>
      kind === 'books' ? booksAddress({ category: `category:${code}`, language: '' }) : undefined,
  });

  const open = (item: Category | undefined) => {
    forget();
    setEdited({ item });
  };
  useOpenFromAddress(categoriesSlice, (item) => canEdit && open(item));

  return (
    <ListLookContext value={views.look}>
      <ScreenHeader
        title={t('categories.heading')}
        titleRef={title}
        beside={<ViewsMenu views={views} />}
        add={canEdit && { label: t('categories.add'), onClick: () => open(undefined) }}
      />
      <FilterBar
        viewEntries={<ListMenuItems kind="categories" query={query} />}
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
        empty={
          <EmptyState
            icon={<IconCategory size={32} stroke={1.3} />}
            title={t('categories.emptyTitle')}
            text={t(isFiltered ? 'categories.emptyFiltered' : 'categories.emptyCatalogue')}
          >
            {isFiltered && (
              <Button variant="default" size="xs" onClick={() => change({ search: '' })}>
                {t('ui.clearSearch')}
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
      <UsesQuestion {...usesQuestion} />
      <ImagePreview image={previewed} onClose={() => setPreviewed(undefined)} />
      <CategoryDialog
        target={edited}
        onClose={() => setEdited(undefined)}
        onSaved={(isNew) => saved(isNew ? messages.created : messages.updated)}
      />
    </ListLookContext>
  );
}
