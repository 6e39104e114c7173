import { Button } from '@mantine/core';
import { type ComponentType, type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ItemOf, ResourceDeclaration } from '#contract/core/define-resource';
import { camelCase } from '#contract/core/record-types';
import type { Query } from '#web/core/api/encode.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { FilterBar, type FilterBarProps } from '#web/ui/filter-bar.tsx';
import { ImagePreview, type PreviewedImage } from '#web/ui/image-preview.tsx';
import { ListSettingsContext } from '#web/ui/list-settings.ts';
import { ScreenHeader } from '#web/ui/screen-header.tsx';
import { SearchBox } from '#web/ui/search-box.tsx';
import type { EditorTarget } from '#web/core/components/editor-dialog.tsx';
import { ListMenuItems } from '#web/core/components/list-menu-items.tsx';
import { PagedList, type PagedListProps } from '#web/core/components/paged-list.tsx';
import { ReferencesDialog } from '#web/core/components/references/references-dialog.tsx';
import type { ListViews } from '#web/core/components/saved-views/use-list-views.ts';
import { ViewsMenu } from '#web/core/components/saved-views/views-menu.tsx';
import type { RowActions } from './listed-resource.ts';
import { type ResourceActionOptions, useResourceActions } from './use-resource-actions.ts';

/** The props of the dialog that creates and edits the records of a list. */
export interface ResourceDialogProps<Item> {
  /** The dialog is closed while this is undefined. Each new object opens it with a new form. */
  readonly target: EditorTarget<Item> | undefined;
  readonly onClose: () => void;
  readonly onSaved: (isNew: boolean) => void;
}

export interface ResourceScreenProps<R extends ResourceDeclaration>
  extends Omit<ResourceActionOptions<R>, 'reload'>,
    Pick<PagedListProps, 'list' | 'page' | 'goTo' | 'pagers' | 'variant'> {
  readonly icon: ComponentType<{ size: number; stroke: number }>;
  readonly views: ListViews;
  /** The query of the list, for exports. */
  readonly query: Query;
  readonly search: string;
  readonly onSearch: (search: string) => void;
  /** Removes the search and the filters. Undefined if the list has none. */
  readonly onClear: (() => void) | undefined;
  /** The filters beside the search. */
  readonly filterBar?: Pick<FilterBarProps, 'filters' | 'active' | 'hasRows' | 'children'>;
  /** The report of the last write above the list. */
  readonly notice?: ReactNode;
  readonly renderDialog: (props: ResourceDialogProps<ItemOf<R>>) => ReactNode;
  /** Renders the items of the list. */
  readonly children: (
    actions: RowActions<ItemOf<R>> & { readonly onPreview: (image: PreviewedImage) => void },
  ) => ReactNode;
}

/** The list of a resource with its search, filters and views, and with a dialog for its records. */
export function ResourceScreen<R extends ResourceDeclaration>(props: ResourceScreenProps<R>) {
  const { kind, list, views, search, onSearch, onClear, filterBar, notice, renderDialog, children } = props;
  const { icon, query, page, goTo, pagers, variant } = props;
  const module = camelCase(kind);
  const { t } = useTranslation();
  const actions = useResourceActions({ ...props, reload: list.reload });
  const [previewed, setPreviewed] = useState<PreviewedImage>();
  return (
    <ListSettingsContext value={views.listSettings}>
      <ScreenHeader
        title={t(`${module}.heading`)}
        titleRef={actions.title}
        beside={<ViewsMenu views={views} />}
        add={actions.canEdit && { label: t(`${module}.add`), onClick: actions.create }}
      />
      {notice}
      <FilterBar
        {...filterBar}
        viewEntries={<ListMenuItems kind={kind} query={query} />}
        search={<SearchBox value={search} placeholder={t(`${module}.search`)} onSearch={onSearch} />}
      />
      <PagedList
        list={list}
        page={page}
        goTo={goTo}
        onCorrect={onSearch}
        {...(pagers && { pagers })}
        {...(variant && { variant })}
        empty={
          <EmptyResourceList
            kind={kind}
            icon={icon}
            clearLabel={t(filterBar?.filters ? 'ui.resetFilters' : 'ui.clearSearch')}
            onClear={onClear}
            onCreate={actions.canEdit ? actions.create : undefined}
          />
        }
      >
        {children({ ...actions.rows, onPreview: setPreviewed })}
      </PagedList>
      <ReferencesDialog {...actions.referencesConfirmation} />
      <ImagePreview image={previewed} onClose={() => setPreviewed(undefined)} />
      {actions.hasDialog && renderDialog(actions.dialog)}
    </ListSettingsContext>
  );
}

interface EmptyResourceListProps
  extends Pick<ResourceScreenProps<ResourceDeclaration>, 'kind' | 'icon' | 'onClear'> {
  readonly clearLabel: string;
  /** Undefined without the permission. */
  readonly onCreate: (() => void) | undefined;
}

function EmptyResourceList({ kind, icon: Icon, clearLabel, onClear, onCreate }: EmptyResourceListProps) {
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
          {clearLabel}
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
