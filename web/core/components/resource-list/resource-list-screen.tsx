import { Button } from '@mantine/core';
import { type ComponentType, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ItemOf, ResourceDeclaration } from '#contract/core/define-resource';
import { camelCase } from '#contract/core/record-types';
import type { ResourceSlice } from '#web/core/store/create-resource-slice.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { FilterBar } from '#web/ui/filter-bar.tsx';
import { ImagePreview, type PreviewedImage } from '#web/ui/image-preview.tsx';
import { ListSettingsContext } from '#web/ui/list-settings.ts';
import { ScreenHeader } from '#web/ui/screen-header.tsx';
import { SearchBox } from '#web/ui/search-box.tsx';
import { useToast } from '#web/ui/use-toast.ts';
import type { EditorTarget } from '#web/core/components/editor-dialog.tsx';
import { ListMenuItems } from '#web/core/components/list-menu-items.tsx';
import { PagedList } from '#web/core/components/paged-list.tsx';
import { ReferencesDialog } from '#web/core/components/references/references-dialog.tsx';
import { useSavedMessage } from '#web/core/components/release/use-release.ts';
import { useAddressViews } from '#web/core/components/saved-views/use-list-views.ts';
import { ViewsMenu } from '#web/core/components/saved-views/views-menu.tsx';
import { type DeleteOptions, useDelete } from '#web/core/components/use-delete.ts';
import { useListQuery } from '#web/core/components/use-list-query.ts';
import { useOpenFromAddress } from '#web/core/components/use-open-from-address.ts';
import { useCanEdit } from '#web/core/components/use-permission.ts';
import { useResourceList } from '#web/core/components/use-resource-list.ts';
import { type ListedResource, ResourceTable, type ResourceTableOptions } from './resource-table.tsx';

/** The props of the dialog that creates and edits the records of a list. */
export interface ResourceDialogProps<Item> {
  /** The dialog is closed while this is undefined. Each new object opens it with a new form. */
  readonly target: EditorTarget<Item> | undefined;
  readonly onClose: () => void;
  readonly onSaved: (isNew: boolean) => void;
}

export interface ResourceListScreenProps<R extends ResourceDeclaration> {
  readonly kind: ListedResource;
  readonly slice: ResourceSlice<R>;
  readonly icon: ComponentType<{ size: number; stroke: number }>;
  readonly table: ResourceTableOptions<ItemOf<R>>;
  readonly dialog: ComponentType<ResourceDialogProps<ItemOf<R>>>;
  /** The place of errors of deletions. Default: a toast. */
  readonly deleteErrors?: 'toast' | 'row';
  /** Returns the address of the list of all records of a kind that use an item. */
  readonly addressOfAll?: DeleteOptions<ItemOf<R>>['addressOfAll'];
}

/** The list of a resource that is searched by name, with a dialog for its records. */
export function ResourceListScreen<R extends ResourceDeclaration>(props: ResourceListScreenProps<R>) {
  const { kind, slice, icon: Icon, table, dialog: Dialog, deleteErrors = 'toast', addressOfAll } = props;
  const { messages } = slice.declaration;
  const module = camelCase(kind);
  const { t } = useTranslation();
  const { query, change, goTo, isFiltered } = useListQuery({ search: '' });
  const list = useResourceList(slice, query, goTo);
  const views = useAddressViews(kind, ['search']);
  const canEdit = useCanEdit(kind);
  const [edited, setEdited] = useState<EditorTarget<ItemOf<R>>>();
  const [previewed, setPreviewed] = useState<PreviewedImage>();
  const title = useRef<HTMLHeadingElement>(null);
  const toast = useToast();
  const savedMessage = useSavedMessage();
  const onSaved = (message: string, detail?: string) => {
    toast('success', savedMessage(message), { detail });
    list.reload();
  };
  const { remove, deletionOf, referencesConfirmation, forget } = useDelete(slice, {
    confirmation: t(`${module}.deleteQuestion`),
    focusAfter: title,
    onDeleted: onSaved,
    ...(deleteErrors === 'toast' && { onFailed: (message: string) => toast('error', message) }),
    ...(addressOfAll && { addressOfAll }),
  });

  const open = (item: ItemOf<R> | undefined) => {
    forget();
    setEdited({ item });
  };
  useOpenFromAddress(kind, () => canEdit && open(undefined));

  return (
    <ListSettingsContext value={views.listSettings}>
      <ScreenHeader
        title={t(`${module}.heading`)}
        titleRef={title}
        beside={<ViewsMenu views={views} />}
        add={canEdit && { label: t(`${module}.add`), onClick: () => open(undefined) }}
      />
      <FilterBar
        viewEntries={<ListMenuItems kind={kind} query={list.query} />}
        search={
          <SearchBox
            value={query.search}
            placeholder={t(`${module}.search`)}
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
          <EmptyResourceList
            kind={kind}
            icon={Icon}
            onClear={isFiltered ? () => change({ search: '' }) : undefined}
            onCreate={canEdit ? () => open(undefined) : undefined}
          />
        }
      >
        <ResourceTable
          {...table}
          kind={kind}
          items={list.items}
          onPreview={setPreviewed}
          onEdit={open}
          onDelete={(item) => void remove(item)}
          deletionOf={deletionOf}
        />
      </PagedList>
      <ReferencesDialog {...referencesConfirmation} />
      <ImagePreview image={previewed} onClose={() => setPreviewed(undefined)} />
      {/* The open form stays if the permission is removed. */}
      {(canEdit || edited) && (
        <Dialog
          target={edited}
          onClose={() => setEdited(undefined)}
          onSaved={(isNew) => onSaved(isNew ? messages.created : messages.updated)}
        />
      )}
    </ListSettingsContext>
  );
}

interface EmptyResourceListProps extends Pick<ResourceListScreenProps<ResourceDeclaration>, 'kind' | 'icon'> {
  /** Undefined without a search. */
  readonly onClear: (() => void) | undefined;
  /** Undefined without the permission. */
  readonly onCreate: (() => void) | undefined;
}

function EmptyResourceList({ kind, icon: Icon, onClear, onCreate }: EmptyResourceListProps) {
  const { t } = useTranslation();
  const module = camelCase(kind);
  return (
    <EmptyState
      icon={<Icon size={32} stroke={1.3} />}
      title={t(onClear ? `${module}.emptyTitle` : `${module}.noneYet`)}
      text={t(onClear ? `${module}.emptyFiltered` : `${module}.emptyCatalogue`)}
    >
      {onClear && (
        <Button variant="default" size="xs" onClick={onClear}>
          {t('ui.clearSearch')}
        </Button>
      )}
      {!onClear && onCreate && (
        <Button size="xs" onClick={onCreate}>
          {t(`${module}.createFirst`)}
        </Button>
      )}
    </EmptyState>
  );
}
