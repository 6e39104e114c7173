import { Badge, Button } from '@mantine/core';
import { IconDeviceMobile } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { MobileConfig } from '#contract/resources/mobile-configs';
import { mobileConfigsSlice } from './mobile-configs-slice.ts';
import { DataCell, DataRow, DataTable } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { FilterBar } from '../../ui/filter-bar.tsx';
import { Notice, type NoticeText } from '../../ui/notice.tsx';
import { DeleteAction, EditAction } from '../../ui/row-actions.tsx';
import { ListLookContext } from '../../ui/list-look.ts';
import { ScreenHeader } from '../../ui/screen-header.tsx';
import { SearchBox } from '../../ui/search-box.tsx';
import type { EditorTarget } from '../../widgets/editor-dialog.tsx';
import { PagedList } from '../../widgets/paged-list.tsx';
import { ListMenuItems } from '../../widgets/list-menu-items.tsx';
import { useClientSearch } from '../../widgets/use-client-search.ts';
import { type Deletions, useDelete } from '../../widgets/use-delete.ts';
import { UsesQuestion } from '../../widgets/uses/uses-question.tsx';
import { useOpenFromAddress } from '../../widgets/use-open-from-address.ts';
import { usePermission } from '../../widgets/use-permission.ts';
import { useAddressViews } from '../../widgets/views/use-list-views.ts';
import { ViewsMenu } from '../../widgets/views/views-menu.tsx';
import { MobileConfigDialog } from './mobile-config-dialog.tsx';

const { messages } = mobileConfigsSlice.declaration;
const textsOf = ({ title }: MobileConfig) => [title];

export function MobileConfigsScreen() {
  const { t } = useTranslation();
  const { search, setSearch, list, page, goTo } = useClientSearch(mobileConfigsSlice, textsOf);
  const views = useAddressViews('mobile-configs', ['search']);
  const canEdit = usePermission('mobile-configs:edit');
  const [edited, setEdited] = useState<EditorTarget<MobileConfig>>();
  const [notice, setNotice] = useState<NoticeText>();
  const title = useRef<HTMLHeadingElement>(null);
  const saved = (message: string) => {
    setNotice({ kind: 'success', message });
    list.reload();
  };
  const { remove, deletionOf, usesQuestion, forget } = useDelete(mobileConfigsSlice, {
    question: t('mobileConfigs.deleteQuestion'),
    focusAfter: title,
    onDeleted: saved,
    onFailed: (message) => setNotice({ kind: 'error', message }),
  });
  const open = (item: MobileConfig | undefined) => {
    setNotice(undefined);
    forget();
    setEdited({ item });
  };
  useOpenFromAddress(mobileConfigsSlice, (item) => canEdit && open(item));

  return (
    <ListLookContext value={views.look}>
      <ScreenHeader
        title={t('mobileConfigs.heading')}
        titleRef={title}
        beside={<ViewsMenu views={views} />}
        add={canEdit && { label: t('mobileConfigs.add'), onClick: () => open(undefined) }}
      />
      <Notice notice={notice} onClose={() => setNotice(undefined)} />
      <FilterBar
        viewEntries={<ListMenuItems kind="mobile-configs" query={{ search }} />}
        search={<SearchBox value={search} placeholder={t('mobileConfigs.search')} onSearch={setSearch} />}
      />
      <PagedList
        list={list}
        page={page}
        goTo={goTo}
        pagers="below"
        empty={
          <EmptyState
            icon={<IconDeviceMobile size={32} stroke={1.3} />}
            title={t('mobileConfigs.emptyTitle')}
            text={t(search === '' ? 'mobileConfigs.emptyCatalogue' : 'mobileConfigs.emptyFiltered')}
          >
            {search !== '' && (
              <Button variant="default" size="xs" onClick={() => setSearch('')}>
                {t('ui.clearSearch')}
              </Button>
            )}
          </EmptyState>
        }
      >
        <MobileConfigsTable
          configs={list.items}
          onEdit={open}
          onDelete={(item) => void remove(item)}
          deletionOf={deletionOf}
        />
      </PagedList>
      <UsesQuestion {...usesQuestion} />
      {/* What is being typed stays when the permission is taken away meanwhile. */}
      {(canEdit || edited) && (
        <MobileConfigDialog
          target={edited}
          onClose={() => setEdited(undefined)}
          onSaved={(isNew) => saved(isNew ? messages.created : messages.updated)}
        />
      )}
    </ListLookContext>
  );
}

interface TableProps {
  readonly configs: readonly MobileConfig[];
  readonly onEdit: (config: MobileConfig) => void;
  readonly onDelete: (config: MobileConfig) => void;
  readonly deletionOf: Deletions<MobileConfig>['deletionOf'];
}

function MobileConfigsTable({ configs, onEdit, onDelete, deletionOf }: TableProps) {
  const { t } = useTranslation();
  const canEdit = usePermission('mobile-configs:edit');
  const canDelete = usePermission('mobile-configs:delete');
  const label = {
    id: t('mobileConfigs.id'),
    title: t('mobileConfigs.title'),
    is_main_service: t('mobileConfigs.mainService'),
    actions: t('mobileConfigs.actions'),
  };
  return (
    <DataTable columns={label} rowsFrom={34}>
      {configs.map((config) => {
        const { id, title: name, is_main_service: isMain } = config;
        return (
          <DataRow key={id}>
            <DataCell label={label.id} kind="id">
              {id}
            </DataCell>
            <DataCell label={label.title} kind="title">
              {name}
            </DataCell>
            <DataCell label={label.is_main_service}>
              <Badge variant="light" color={isMain ? 'green' : 'gray'}>
                {t(isMain ? 'mobileConfigs.yes' : 'mobileConfigs.no')}
              </Badge>
            </DataCell>
            <DataCell label={label.actions} kind="actions">
              {canEdit && (
                <EditAction label={t('mobileConfigs.edit', { name })} onClick={() => onEdit(config)} />
              )}
              {canDelete && (
                <DeleteAction
                  label={t('mobileConfigs.delete', { name })}
                  deletion={deletionOf(config)}
                  onClick={() => onDelete(config)}
                />
              )}
            </DataCell>
          </DataRow>
        );
      })}
    </DataTable>
  );
}
