import { Button } from '@mantine/core';
import { IconUsers } from '@tabler/icons-react';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { userEndpoints, userEntry, userStates } from '#contract/users/users';
import { isPermission } from '#contract/core/permissions';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { FilterBar } from '#web/ui/filter-bar.tsx';
import { ScreenHeader } from '#web/ui/screen-header.tsx';
import { SearchBox } from '#web/ui/search-box.tsx';
import { useOpenNewFromAddress } from '#web/core/components/use-open-from-address.ts';
import { PagedList } from '#web/core/components/paged-list.tsx';
import { useListQuery } from '#web/core/components/use-list-query.ts';
import { usePermissionName } from '#web/core/components/use-permission-name.ts';
import { useRemoteList } from '#web/core/components/use-remote-list.ts';
import { useRoleName } from '#web/core/components/use-role-name.ts';
import { ManagersOnly } from './managers-only.tsx';
import { FilterNotice } from './permission-summary.tsx';
import { UsersTable } from './users-table.tsx';
import { useUserWork } from './use-user-activity.tsx';

/** The users of the product, for users who can manage them. */
export function UsersScreen() {
  return (
    <ManagersOnly>
      <UsersList />
    </ManagersOnly>
  );
}

function UsersList() {
  const { t } = useTranslation();
  const roleName = useRoleName();
  const permissionName = usePermissionName();
  const { query, change, goTo, isFiltered } = useListQuery({
    search: '',
    role_id: '',
    state: '',
    permission: '',
  });
  const list = useRemoteList(userEndpoints.list, {
    item: userEntry,
    query,
    options: {
      goTo,
      attempted_action: t('users.fetchFailed'),
    },
  });
  const title = useRef<HTMLHeadingElement>(null);
  const { reload } = list;
  const work = useUserWork({
    onChanged(isLink) {
      reload();
      if (!isLink) title.current?.focus();
    },
  });
  useOpenNewFromAddress(work.invite);
  const clear = () => change({ search: '', role_id: '', state: '', permission: '' });

  return (
    <>
      <ScreenHeader
        title={t('users.heading')}
        titleRef={title}
        add={{ label: t('users.invite'), onClick: work.invite }}
      >
        <Button component={Link} to="/users/roles" variant="default">
          {t('users.roles')}
        </Button>
        <Button component={Link} to="/settings/security-log" variant="default">
          {t('users.securityLog')}
        </Button>
      </ScreenHeader>
      <FilterBar
        filters={[
          {
            label: t('users.role'),
            value: query.role_id,
            options: [
              { value: '', label: t('users.allRoles') },
              ...work.roles.map(({ id, name }) => ({ value: String(id), label: roleName(name) })),
            ],
            onChange: (value) => change({ role_id: value }),
          },
          {
            label: t('users.state'),
            value: query.state,
            options: [
              { value: '', label: t('users.allStates') },
              ...userStates.map((state) => ({ value: state as string, label: t(`users.states.${state}`) })),
            ],
            onChange: (value) => change({ state: value }),
          },
        ]}
        search={
          <SearchBox
            value={query.search}
            placeholder={t('users.search')}
            onSearch={(search) => change({ search })}
          />
        }
      />
      {isPermission(query.permission) && (
        <FilterNotice onShowAll={() => change({ permission: '' })}>
          {t('users.whoMay', { permission: permissionName(query.permission) })}
        </FilterNotice>
      )}
      <PagedList
        list={list}
        page={query.page}
        goTo={goTo}
        empty={
          <EmptyState
            icon={<IconUsers size={32} stroke={1.3} />}
            title={t('users.emptyTitle')}
            text={t(isFiltered ? 'users.emptyFiltered' : 'users.emptyAll')}
          >
            {isFiltered && (
              <Button variant="default" size="xs" onClick={clear}>
                {t('ui.resetFilters')}
              </Button>
            )}
          </EmptyState>
        }
      >
        <UsersTable users={list.items} onEdit={work.edit} onAction={work.start} />
      </PagedList>
      {work.dialogs}
    </>
  );
}
