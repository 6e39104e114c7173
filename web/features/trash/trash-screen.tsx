import { Button, Group, Text, Title } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { pathOf } from '#contract/core/define-resource';
import { type ResourceName, resourceNames } from '#contract/core/permissions';
import {
  emptyTrashResult,
  restoreResult,
  trashEndpoints,
  type TrashItem,
  trashItem,
} from '#contract/trash/trash';
import { useApi } from '#web/core/api/api-context.ts';
import { toApiErrorDetails } from '#web/core/api/api-error.ts';
import { readData } from '#web/core/api/client.ts';
import { ageOf } from '#web/core/lib/age.ts';
import { useAppDispatch } from '#web/core/store/hooks.ts';
import { recordError } from '#web/core/store/record-error.ts';
import { useHasPermission } from '#web/core/components/use-permission.ts';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { DataCell, DataRow, DataTable, TwoLines } from '#web/ui/data-table.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { FilterBar } from '#web/ui/filter-bar.tsx';
import { SearchBox } from '#web/ui/search-box.tsx';
import { ClampedText, UserText } from '#web/ui/user-text.tsx';
import { useToast } from '#web/ui/use-toast.ts';
import { PagedList } from '#web/core/components/paged-list.tsx';
import { useListQuery } from '#web/core/components/use-list-query.ts';
import { useRemoteList } from '#web/core/components/use-remote-list.ts';
import { useLocale } from '#web/core/components/use-locale.ts';
import { dateFormat } from '#web/core/lib/formats.ts';

type DeleteTarget = { readonly item: TrashItem } | 'all';

/** The deleted records of one type or of all, with actions to restore them or delete them permanently. */
export function TrashScreen() {
  const { t, i18n } = useTranslation();
  const [parameters] = useSearchParams();
  const requestedKind = resourceNames.find((name) => name === parameters.get('kind'));
  const { query, change, goTo, isFiltered } = useListQuery({
    search: '',
    kind: requestedKind ?? '',
  });
  const list = useRemoteList(trashEndpoints.list, {
    item: trashItem,
    query,
    options: {
      goTo,
      attempted_action: t('history.trash.loadFailed'),
    },
  });
  const may = useHasPermission();
  const client = useApi();
  const dispatch = useAppDispatch();
  const toast = useToast();
  const [target, setTarget] = useState<DeleteTarget>();
  const [busy, setBusy] = useState<number>();
  const [now] = useState(Date.now);
  const heading = useRef<HTMLHeadingElement>(null);
  const locale = useLocale();
  const day = dateFormat(locale);
  const label = {
    name: t('history.trash.name'),
    kind: t('history.trash.kind'),
    deleted: t('history.trash.deleted'),
    expires: t('history.trash.expires'),
    actions: t('history.trash.actions'),
  };

  const run = async (attempted_action: string, subject: string | undefined, work: () => Promise<string>) => {
    try {
      toast('success', await work());
    } catch (error) {
      const apiError = toApiErrorDetails(error, attempted_action);
      recordError(dispatch, { apiError, attempted_action, details: { cause: error, subject } });
      toast('error', apiError.message);
    } finally {
      setBusy(undefined);
      list.reload();
      heading.current?.focus();
    }
  };

  const restore = ({ id, record: { name } }: TrashItem) => {
    if (busy !== undefined) return;
    setBusy(id);
    void run(t('history.trash.restoreFailed'), name, async () => {
      const { method, path } = trashEndpoints.restore;
      const response = await client.call({ method, path: pathOf({ method, path }, id) });
      const { skipped } = restoreResult.parse(readData(response));
      return skipped.length === 0
        ? t('history.trash.restored', { name })
        : t('history.trash.skipped', { name, names: skipped.map((item) => item.name).join(', ') });
    });
  };

  const remove = ({ id, record: { name } }: TrashItem) =>
    run(t('history.trash.removeFailed'), name, async () => {
      const { method, path } = trashEndpoints.remove;
      await client.call({ method, path: pathOf({ method, path }, id) });
      return t('history.trash.removed', { name });
    });

  const empty = () =>
    run(t('history.trash.emptyFailed'), undefined, async () => {
      const json = query.kind === '' ? {} : { kind: query.kind };
      for (let remainingCount = 1; remainingCount > 0; )
        ({ remaining: remainingCount } = emptyTrashResult.parse(
          readData(await client.call({ ...trashEndpoints.empty, json })),
        ));
      return t('history.trash.emptied');
    });

  const mayDelete = (kind: ResourceName) => may(`${kind}:delete`);
  const mayRestore = (kind: ResourceName) => mayDelete(kind) || may(`${kind}:edit`);
  const confirm = () => {
    const what = target;
    setTarget(undefined);
    if (what === 'all') void empty();
    else if (what) void remove(what.item);
  };

  return (
    <>
      <Title order={1} ref={heading} tabIndex={-1}>
        {t('trash.heading')}
      </Title>
      <Text c="dimmed" mb="md">
        {t('history.trash.intro')}
      </Text>
      <FilterBar
        filters={[
          {
            label: t('history.trash.kind'),
            value: query.kind,
            options: [
              { value: '', label: t('history.trash.allKinds') },
              ...resourceNames.map((name) => ({ value: name as string, label: t(`history.kinds.${name}`) })),
            ],
            onChange: (value) => change({ kind: resourceNames.find((name) => name === value) ?? '' }),
          },
        ]}
        search={
          <SearchBox
            value={query.search}
            placeholder={t('history.trash.search')}
            onSearch={(search) => change({ search })}
          />
        }
      >
        {list.items.some(({ kind }) => mayDelete(kind)) && (
          <Button variant="default" c="red" onClick={() => setTarget('all')}>
            {t('history.trash.empty')}
          </Button>
        )}
      </FilterBar>
      <PagedList
        list={list}
        page={query.page}
        goTo={goTo}
        pagers="below"
        empty={
          <EmptyState
            icon={<IconTrash size={32} stroke={1.3} />}
            title={t('history.trash.emptyTitle')}
            text={t(isFiltered ? 'history.trash.emptyFiltered' : 'history.trash.emptyText')}
          />
        }
      >
        <DataTable columns={Object.values(label)} rowsFrom={50}>
          {list.items.map((item) => (
            <DataRow key={item.id}>
              <DataCell label={label.name} kind="title">
                <TwoLines>
                  <ClampedText isName>{item.record.name}</ClampedText>
                  <Text size="xs" c="dimmed" component="div">
                    <UserText>
                      {[
                        item.code ?? '',
                        item.places > 0 ? t('history.trash.usedCount', { count: item.places }) : '',
                      ]
                        .filter(Boolean)
                        .join(' · ')}
                    </UserText>
                  </Text>
                </TwoLines>
              </DataCell>
              <DataCell label={label.kind}>{t(`history.kind.${item.kind}`)}</DataCell>
              <DataCell label={label.deleted}>
                <TwoLines>
                  <div>{ageOf(item.deleted_at, now, i18n)}</div>
                  {item.deleted_by && (
                    <Text size="sm" c="dimmed" component="div">
                      <UserText>{t('history.trash.by', { name: item.deleted_by.name })}</UserText>
                    </Text>
                  )}
                </TwoLines>
              </DataCell>
              <DataCell label={label.expires} kind="number">
                {day.format(new Date(item.expires_at))}
              </DataCell>
              <DataCell label={label.actions} kind="actions">
                <Group gap={6}>
                  {mayRestore(item.kind) && (
                    <Button
                      size="compact-sm"
                      variant="default"
                      aria-label={t('history.trash.restoreOne', { name: item.record.name })}
                      aria-disabled={busy !== undefined}
                      onClick={() => restore(item)}
                    >
                      {t('history.trash.restore')}
                    </Button>
                  )}
                  {mayDelete(item.kind) && (
                    <Button
                      size="compact-sm"
                      variant="default"
                      c="red"
                      aria-label={t('history.trash.removeOne', { name: item.record.name })}
                      onClick={() => setTarget({ item })}
                    >
                      {t('history.trash.remove')}
                    </Button>
                  )}
                </Group>
              </DataCell>
            </DataRow>
          ))}
        </DataTable>
      </PagedList>
      <ConfirmDialog
        opened={target !== undefined}
        title={target === 'all' ? t('history.trash.empty') : t('history.trash.removeTitle')}
        text={
          target === 'all' || target === undefined
            ? t('history.trash.emptyAsk')
            : t('history.trash.removeText', { name: target.item.record.name })
        }
        confirm={target === 'all' ? t('history.trash.empty') : t('history.trash.remove')}
        cancel={t('ui.cancel')}
        onConfirm={confirm}
        onCancel={() => setTarget(undefined)}
      />
    </>
  );
}
