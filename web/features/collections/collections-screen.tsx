import { Button } from '@mantine/core';
import { IconPlaylist } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Collection } from '#contract/resources/collections';
import { collectionsSlice } from './collections-slice.ts';
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
import { CollectionDialog } from './collection-dialog.tsx';
import { CollectionsTable } from './collections-table.tsx';

const { messages } = collectionsSlice.declaration;

export function CollectionsScreen() {
  const { t } = useTranslation();
  const { query, change, goTo, isFiltered } = useListQuery({ search: '' });
  const list = useResourceList(collectionsSlice, query, goTo);
  const views = useAddressViews('collections', ['search']);
  const canEdit = usePermission('collections:edit');
  const [edited, setEdited] = useState<EditorTarget<Collection>>();
  const [previewed, setPreviewed] = useState<PreviewedImage>();
  const title = useRef<HTMLHeadingElement>(null);
  const toast = useToast();
  const saved = (message: string) => {
    toast('success', message);
    list.reload();
  };
  const { remove, deletionOf, usesQuestion, forget } = useDelete(collectionsSlice, {
    question: t('collections.deleteQuestion'),
    focusAfter: title,
    onDeleted: saved,
    onFailed: (message) => toast('error', message),
  });

  const open = (item: Collection | undefined) => {
    forget();
    setEdited({ item });
  };
  useOpenFromAddress(collectionsSlice, (item) => canEdit && open(item));

  return (
    <ListLookContext value={views.look}>
      <ScreenHeader
        title={t('collections.heading')}
        titleRef={title}
        beside={<ViewsMenu views={views} />}
        add={canEdit && { label: t('collections.add'), onClick: () => open(undefined) }}
      />
      <FilterBar
        viewEntries={<ListMenuItems kind="collections" query={query} />}
        search={
          <SearchBox
            value={query.search}
            placeholder={t('collections.search')}
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
            icon={<IconPlaylist size={32} stroke={1.3} />}
            title={t('collections.emptyTitle')}
            text={t(isFiltered ? 'collections.emptyFiltered' : 'collections.emptyCatalogue')}
          >
            {isFiltered && (
              <Button variant="default" size="xs" onClick={() => change({ search: '' })}>
                {t('ui.clearSearch')}
              </Button>
            )}
          </EmptyState>
        }
      >
        <CollectionsTable
          collections={list.items}
          onPreview={({ title: name, image, thumbnail_url }) =>
            setPreviewed({ src: image ?? thumbnail_url ?? '', name })
          }
          onEdit={open}
          onDelete={(item) => void remove(item)}
          deletionOf={deletionOf}
        />
      </PagedList>
      <UsesQuestion {...usesQuestion} />
      <ImagePreview image={previewed} onClose={() => setPreviewed(undefined)} />
      {/* What is being typed stays when the permission is taken away meanwhile. */}
      {(canEdit || edited) && (
        <CollectionDialog
          target={edited}
          onClose={() => setEdited(undefined)}
          onSaved={(isNew) => saved(isNew ? messages.created : messages.updated)}
        />
      )}
    </ListLookContext>
  );
}
