import { Button } from '@mantine/core';
import { IconPlaylist } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Collection } from '#contract/collections/collections';
import { collectionsSlice } from './collections.slice.ts';
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
import { CollectionDialog } from './collection-dialog.tsx';
import { CollectionsTable } from './collections-table.tsx';

const { messages } = collectionsSlice.declaration;

export function CollectionsScreen() {
  const { t } = useTranslation();
  const { query, change, goTo, isFiltered } = useListQuery({ search: '' });
  const list = useResourceList(collectionsSlice, query, goTo);
  const views = useAddressViews('collections', ['search']);
  const canEdit = useCanEdit('collections');
  const [edited, setEdited] = useState<EditorTarget<Collection>>();
  const [previewed, setPreviewed] = useState<PreviewedImage>();
  const title = useRef<HTMLHeadingElement>(null);
  const toast = useToast();
  const savedMessage = useSavedMessage();
  const onSaved = (message: string, detail?: string) => {
    toast('success', savedMessage(message), { detail });
    list.reload();
  };
  const { remove, deletionOf, referencesConfirmation, forget } = useDelete(collectionsSlice, {
    confirmation: t('collections.deleteQuestion'),
    focusAfter: title,
    onDeleted: onSaved,
    onFailed: (message) => toast('error', message),
  });

  const open = (item: Collection | undefined) => {
    forget();
    setEdited({ item });
  };
  useOpenFromAddress('collections', () => canEdit && open(undefined));

  return (
    <ListSettingsContext value={views.listSettings}>
      <ScreenHeader
        title={t('collections.heading')}
        titleRef={title}
        beside={<ViewsMenu views={views} />}
        add={canEdit && { label: t('collections.add'), onClick: () => open(undefined) }}
      />
      <FilterBar
        viewEntries={<ListMenuItems kind="collections" query={list.query} />}
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
        onCorrect={(search) => change({ search })}
        empty={
          <EmptyState
            icon={<IconPlaylist size={32} stroke={1.3} />}
            title={t(isFiltered ? 'collections.emptyTitle' : 'collections.noneYet')}
            text={t(isFiltered ? 'collections.emptyFiltered' : 'collections.emptyCatalogue')}
          >
            {isFiltered && (
              <Button variant="default" size="xs" onClick={() => change({ search: '' })}>
                {t('ui.clearSearch')}
              </Button>
            )}
            {!isFiltered && canEdit && (
              <Button size="xs" onClick={() => open(undefined)}>
                {t('collections.createFirst')}
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
      <ReferencesDialog {...referencesConfirmation} />
      <ImagePreview image={previewed} onClose={() => setPreviewed(undefined)} />
      {/* The open form stays if the permission is removed. */}
      {(canEdit || edited) && (
        <CollectionDialog
          target={edited}
          onClose={() => setEdited(undefined)}
          onSaved={(isNew) => onSaved(isNew ? messages.created : messages.updated)}
        />
      )}
    </ListSettingsContext>
  );
}
