import { Button, NativeSelect } from '@mantine/core';
import { IconShieldCheck } from '@tabler/icons-react';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { securityEventKinds } from '#contract/users/security-events';
import { securityEvent, securityLogEndpoint } from '#contract/users/security-log';
import { userDetails, type UserDetails, userEndpoints } from '#contract/users/users';
import { readData } from '#web/core/api/client.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { SettingsFrame } from '#web/core/components/settings-frame/settings-frame.tsx';
import { PagedList } from '#web/core/components/paged-list.tsx';
import { useListQuery } from '#web/core/components/use-list-query.ts';
import { useRemoteList } from '#web/core/components/use-remote-list.ts';
import { type Read, useRemoteRead } from '#web/core/components/use-remote-read.ts';
import { ManagersOnly } from './managers-only.tsx';
import { FilterNotice } from './permission-summary.tsx';
import { SecurityLogTable } from './security-log-table.tsx';

/** Lists sign-ins, rejected attempts and changes of permissions. */
export function SecurityLogScreen() {
  return (
    <ManagersOnly>
      <SecurityLog />
    </ManagersOnly>
  );
}

function SecurityLog() {
  const { t } = useTranslation();
  const { query, change, goTo, isFiltered } = useListQuery({ kind: '', user_id: '' });
  const list = useRemoteList(securityLogEndpoint, {
    item: securityEvent,
    query,
    options: {
      goTo,
      attempted_action: t('securityLog.fetchFailed'),
    },
  });
  const { user_id: id } = query;
  const readName = useCallback<Read<UserDetails>>(
    async (client, signal) => {
      const { method, path } = userEndpoints.get;
      return userDetails.parse(
        readData(await client.call({ method, path: path.replace(':id', id), signal })),
      );
    },
    [id],
  );
  const viewedUser = useRemoteRead(id === '' ? undefined : readName, {
    attempted_action: t('user.fetchFailed'),
  }).value;
  return (
    <SettingsFrame title={t('securityLog.heading')} isWide>
      <NativeSelect
        mb="md"
        maw="20rem"
        aria-label={t('securityLog.kind')}
        value={query.kind}
        onChange={({ currentTarget: { value } }) => change({ kind: value })}
        data={[
          { value: '', label: t('securityLog.allKinds') },
          ...securityEventKinds.map((kind) => ({ value: kind, label: t(`securityLog.kinds.${kind}`) })),
        ]}
      />
      {id !== '' && (
        <FilterNotice onShowAll={() => change({ user_id: '' })}>
          {t('securityLog.ofUser', { name: viewedUser?.name ?? '...' })}
        </FilterNotice>
      )}
      <PagedList
        list={list}
        page={query.page}
        goTo={goTo}
        empty={
          <EmptyState
            icon={<IconShieldCheck size={32} stroke={1.3} />}
            title={t('securityLog.emptyTitle')}
            text={t('securityLog.emptyText')}
          >
            {isFiltered && (
              <Button variant="default" size="xs" onClick={() => change({ kind: '', user_id: '' })}>
                {t('ui.resetFilters')}
              </Button>
            )}
          </EmptyState>
        }
      >
        <SecurityLogTable events={list.items} />
      </PagedList>
    </SettingsFrame>
  );
}
