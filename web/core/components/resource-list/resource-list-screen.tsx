import type { ComponentType } from 'react';
import type { ItemOf, ResourceDeclaration } from '#contract/core/define-resource';
import { useAddressViews } from '#web/core/components/saved-views/use-list-views.ts';
import { useListQuery } from '#web/core/components/use-list-query.ts';
import { useResourceList } from '#web/core/components/use-resource-list.ts';
import { type ResourceDialogProps, ResourceScreen, type ResourceScreenProps } from './resource-screen.tsx';
import type { TableResource } from './listed-resource.ts';
import { ResourceTable, type ResourceTableOptions } from './resource-table.tsx';

export interface ResourceListScreenProps<R extends ResourceDeclaration>
  extends Pick<ResourceScreenProps<R>, 'slice' | 'icon' | 'deleteErrors' | 'addressOfAll'> {
  readonly kind: TableResource;
  readonly table: ResourceTableOptions<ItemOf<R>>;
  readonly dialog: ComponentType<ResourceDialogProps<ItemOf<R>>>;
}

/** The list of a resource that is searched by name, as a table. */
export function ResourceListScreen<R extends ResourceDeclaration>(props: ResourceListScreenProps<R>) {
  const { kind, slice, table, dialog: Dialog } = props;
  const { query, change, goTo, isFiltered } = useListQuery({ search: '' });
  const list = useResourceList(slice, query, goTo);
  const views = useAddressViews(kind, ['search']);
  const onSearch = (search: string) => change({ search });
  return (
    <ResourceScreen
      {...props}
      list={list}
      query={list.query}
      page={query.page}
      goTo={goTo}
      views={views}
      search={query.search}
      onSearch={onSearch}
      onClear={isFiltered ? () => onSearch('') : undefined}
      renderDialog={(dialog) => <Dialog {...dialog} />}
    >
      {(actions) => <ResourceTable {...table} {...actions} kind={kind} items={list.items} />}
    </ResourceScreen>
  );
}
