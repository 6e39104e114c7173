import { Button, NativeSelect } from '@mantine/core';
import { IconLock, IconUsers } from '@tabler/icons-react';
import { useCallback, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { MadeLink } from '#contract/people/links';
import { role, roleEndpoints } from '#contract/people/roles';
import { userEndpoints, userEntry, type UserEntry, userMessages, userStates } from '#contract/people/users';
import { readWholeList } from '../../api/read-whole-list.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { FilterBar } from '../../ui/filter-bar.tsx';
import { ScreenHeader } from '../../ui/screen-header.tsx';
import { SearchBox } from '../../ui/search-box.tsx';
import { useToast } from '../../ui/use-toast.ts';
import type { EditorTarget } from '../../widgets/editor-dialog.tsx';
import { PagedList } from '../../widgets/paged-list.tsx';
import { useListQuery } from '../../widgets/use-list-query.ts';
import { usePermission } from '../../widgets/use-permission.ts';
import { useRemoteList } from '../../widgets/use-remote-list.ts';
import { useRemoteRead } from '../../widgets/use-remote-read.ts';
import { useRoleName } from '../../widgets/use-role-name.ts';
import { LinkDialog, type ShownLink } from './link-dialog.tsx';
import { useUserActions } from './use-user-actions.ts';
import { UserDialog } from './user-dialog.tsx';
import { UserQuestion } from './user-question.tsx';
import { UsersTable } from './users-table.tsx';

const readRoles = readWholeList(roleEndpoints.list, role);

/** The people who use the product, for those who may manage them. */
export function UsersScreen() {
  const { t } = useTranslation();
  return usePermission('users:manage') ? (
    <UsersList />
  ) : (
    <EmptyState
      icon={<IconLock size={32} stroke={1.3} />}
      title={t('users.forbiddenTitle')}
      text={t('users.forbiddenText')}
    />
  );
}

function UsersList() {
  const { t } = useTranslation();
  const toast = useToast();
  const roleName = useRoleName();
  const { query, change, goTo, isFiltered } = useListQuery({ search: '', role_id: '', state: '' });
  const list = useRemoteList(userEndpoints.list, userEntry, query, { goTo, tried: t('users.fetchFailed') });
  const roles = useRemoteRead(readRoles, { tried: t('users.rolesFailed') }).value ?? [];
  const [edited, setEdited] = useState<EditorTarget<UserEntry>>();
  const [link, setLink] = useState<ShownLink>();
  const title = useRef<HTMLHeadingElement>(null);
  const { reload } = list;

  const onDone = useCallback(
    (message: string) => {
      toast('success', message);
      reload();
      title.current?.focus();
    },
    [toast, reload],
  );
  const onLink = useCallback(
    (name: string, made: MadeLink) => {
      setLink({ name, link: made });
      reload();
    },
    [reload],
  );
  const actions = useUserActions({ onDone, onLink });
  const clear = () => change({ search: '', role_id: '', state: '' });

  return (
    <>
      <ScreenHeader
        title={t('users.heading')}
        titleRef={title}
        add={{ label: t('users.invite'), onClick: () => setEdited({ item: undefined }) }}
      />
      <FilterBar
        active={(['role_id', 'state'] as const).filter((name) => query[name] !== '').length}
        search={
          <SearchBox
            value={query.search}
            placeholder={t('users.search')}
            onSearch={(search) => change({ search })}
          />
        }
      >
        <NativeSelect
          aria-label={t('users.role')}
          value={query.role_id}
          onChange={({ currentTarget: { value } }) => change({ role_id: value })}
          data={[
            { value: '', label: t('users.allRoles') },
            ...roles.map(({ id, name }) => ({ value: String(id), label: roleName(name) })),
          ]}
        />
        <NativeSelect
          aria-label={t('users.state')}
          value={query.state}
          onChange={({ currentTarget: { value } }) => change({ state: value })}
          data={[
            { value: '', label: t('users.allStates') },
            ...userStates.map((state) => ({ value: state, label: t(`users.states.${state}`) })),
          ]}
        />
      </FilterBar>
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
        <UsersTable users={list.items} onEdit={(item) => setEdited({ item })} onAction={actions.start} />
      </PagedList>
      <UserDialog
        target={edited}
        roles={roles}
        onClose={() => setEdited(undefined)}
        onLink={onLink}
        onSaved={(isNew) => onDone(isNew ? userMessages.invited : userMessages.updated)}
      />
      <UserQuestion question={actions.question} onConfirm={actions.confirm} onCancel={actions.cancel} />
      <LinkDialog shown={link} onClose={() => setLink(undefined)} />
    </>
  );
}
