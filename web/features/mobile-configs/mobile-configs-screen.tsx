import { Badge, Button } from '@mantine/core';
import { IconDeviceMobile } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { MobileConfig } from '#contract/mobile-configs/mobile-configs';
import { mobileConfigsSlice } from './mobile-configs.slice.ts';
import { DataCell, DataRow, DataTable } from '#web/ui/data-table.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { FilterBar } from '#web/ui/filter-bar.tsx';
import { Notice, type NoticeText } from '#web/ui/notice.tsx';
import { DeleteAction, EditAction, ViewAction } from '#web/ui/row-actions.tsx';
import { ListSettingsContext } from '#web/ui/list-settings.ts';
import { ScreenHeader } from '#web/ui/screen-header.tsx';
import { SearchBox } from '#web/ui/search-box.tsx';
import type { EditorTarget } from '#web/core/components/editor-dialog.tsx';
import { PagedList } from '#web/core/components/paged-list.tsx';
import { ListMenuItems } from '#web/core/components/list-menu-items.tsx';
import { ClampedText } from '#web/ui/user-text.tsx';
import { RecordLink } from '#web/core/components/record-page/record-link.tsx';
import { useClientSearch } from '#web/core/components/use-client-search.ts';
import { type Deletions, useDelete } from '#web/core/components/use-delete.ts';
import { ReferencesDialog } from '#web/core/components/references/references-dialog.tsx';
import { useOpenFromAddress } from '#web/core/components/use-open-from-address.ts';
import { useCanDelete, useCanEdit } from '#web/core/components/use-permission.ts';
import { useAddressViews } from '#web/core/components/saved-views/use-list-views.ts';
import { ViewsMenu } from '#web/core/components/saved-views/views-menu.tsx';
import { MobileConfigDialog } from './mobile-config-dialog.tsx';
import { MobileConfigView } from './mobile-config-view.tsx';
import { SetToMainButton } from './set-to-main-button.tsx';
import { useSavedMessage } from '#web/core/components/release/use-release.ts';
import { useSavedContent } from './use-saved-content.ts';

const { messages } = mobileConfigsSlice.declaration;
const textsOf = ({ title }: MobileConfig) => [title];

export function MobileConfigsScreen() {
  const { t } = useTranslation();
  const { search, setSearch, list, page, goTo } = useClientSearch(mobileConfigsSlice, textsOf);
  const views = useAddressViews('mobile-configs', ['search']);
  const canEdit = useCanEdit('mobile-configs');
  const [edited, setEdited] = useState<EditorTarget<MobileConfig>>();
  const [viewed, setViewed] = useState<MobileConfig>();
  const [notice, setNotice] = useState<NoticeText>();
  const savedContent = useSavedContent();
  const title = useRef<HTMLHeadingElement>(null);
  const savedMessage = useSavedMessage();
  const show = (next: NoticeText | undefined) => {
    savedContent.clear();
    setNotice(next);
  };
  const onSaved = (message: string, detail?: string) => {
    show({ kind: 'success', message: savedMessage(message), detail });
    list.reload();
  };
  const { remove, deletionOf, referencesConfirmation, forget } = useDelete(mobileConfigsSlice, {
    confirmation: t('mobileConfigs.deleteQuestion'),
    focusAfter: title,
    onDeleted: onSaved,
    onFailed: (message) => show({ kind: 'error', message }),
  });
  const open = (item: MobileConfig | undefined) => {
    show(undefined);
    forget();
    if (canEdit) setEdited({ item });
    else setViewed(item);
  };
  useOpenFromAddress('mobile-configs', () => canEdit && open(undefined));

  return (
    <ListSettingsContext value={views.listSettings}>
      <ScreenHeader
        title={t('mobileConfigs.heading')}
        titleRef={title}
        beside={<ViewsMenu views={views} />}
        add={canEdit && { label: t('mobileConfigs.add'), onClick: () => open(undefined) }}
      />
      <Notice notice={notice} addition={savedContent.detail} onClose={() => show(undefined)}>
        <SetToMainButton {...savedContent.fix} />
      </Notice>
      <FilterBar
        viewEntries={<ListMenuItems kind="mobile-configs" query={{ search: list.didYouMean ?? search }} />}
        search={<SearchBox value={search} placeholder={t('mobileConfigs.search')} onSearch={setSearch} />}
      />
      <PagedList
        list={list}
        page={page}
        goTo={goTo}
        onCorrect={setSearch}
        pagers="below"
        empty={
          <EmptyState
            icon={<IconDeviceMobile size={32} stroke={1.3} />}
            title={t(search !== '' ? 'mobileConfigs.emptyTitle' : 'mobileConfigs.noneYet')}
            text={t(search === '' ? 'mobileConfigs.emptyCatalogue' : 'mobileConfigs.emptyFiltered')}
          >
            {search !== '' && (
              <Button variant="default" size="xs" onClick={() => setSearch('')}>
                {t('ui.clearSearch')}
              </Button>
            )}
            {search === '' && canEdit && (
              <Button size="xs" onClick={() => open(undefined)}>
                {t('mobileConfigs.createFirst')}
              </Button>
            )}
          </EmptyState>
        }
      >
        <MobileConfigsTable
          configs={list.items}
          onOpen={open}
          onDelete={(item) => void remove(item)}
          deletionOf={deletionOf}
        />
      </PagedList>
      <ReferencesDialog {...referencesConfirmation} />
      {/* The open form stays if the permission is removed. */}
      {(canEdit || edited) && (
        <MobileConfigDialog
          target={edited}
          onClose={() => setEdited(undefined)}
          onSaved={(isNew) => onSaved(isNew ? messages.created : messages.updated)}
          onContentSaved={savedContent.check}
        />
      )}
      <MobileConfigView config={viewed} onClose={() => setViewed(undefined)} />
    </ListSettingsContext>
  );
}

interface TableProps {
  readonly configs: readonly MobileConfig[];
  /** Opens the editor, or the view for users who cannot edit. */
  readonly onOpen: (config: MobileConfig) => void;
  readonly onDelete: (config: MobileConfig) => void;
  readonly deletionOf: Deletions<MobileConfig>['deletionOf'];
}

function MobileConfigsTable({ configs, onOpen, onDelete, deletionOf }: TableProps) {
  const { t } = useTranslation();
  const canEdit = useCanEdit('mobile-configs');
  const canDelete = useCanDelete('mobile-configs');
  const label = {
    id: t('mobileConfigs.id'),
    title: t('mobileConfigs.title'),
    is_main_service: t('mobileConfigs.isMainService'),
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
              <RecordLink kind="mobile-configs" id={id}>
                <ClampedText isName>{name}</ClampedText>
              </RecordLink>
            </DataCell>
            <DataCell label={label.is_main_service}>
              <Badge variant="light" color={isMain ? 'green' : 'gray'}>
                {t(isMain ? 'mobileConfigs.yes' : 'mobileConfigs.no')}
              </Badge>
            </DataCell>
            <DataCell label={label.actions} kind="actions">
              {canEdit ? (
                <EditAction label={t('mobileConfigs.edit', { name })} onClick={() => onOpen(config)} />
              ) : (
                <ViewAction label={t('mobileConfigs.view', { name })} onClick={() => onOpen(config)} />
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
