import { Alert, Avatar, Badge, Button, Group, Loader, Stack, Text } from '@mantine/core';
import { useCallback, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useParams } from 'react-router';
import { userDetails, type UserDetails, userEndpoints } from '#contract/users/users';
import { pathOf } from '#contract/core/define-resource';
import { personalDataEndpoints } from '#contract/personal-data/personal-data';
import { PersonalDataExport } from '#web/core/components/personal-data-export.tsx';
import { NotFoundState } from '#web/core/components/not-found-state.tsx';
import { BackLink } from '#web/core/components/back-link.tsx';
import { readData } from '#web/core/api/client.ts';
import { ageOf } from '#web/core/lib/age.ts';
import { useLastDefined } from '#web/core/lib/use-last-defined.ts';
import { LoadAlert } from '#web/ui/load-alert.tsx';
import { ScreenHeader } from '#web/ui/screen-header.tsx';
import { Section, Sections } from '#web/ui/sections.tsx';
import { ClampedText } from '#web/ui/user-text.tsx';
import { PermissionMatrix } from '#web/core/components/permission-matrix.tsx';
import { useDocumentTitle } from '#web/core/components/use-document-title.ts';
import { useRoleName } from '#web/core/components/use-role-name.ts';
import { type Read, useRemoteRead } from '#web/core/components/use-remote-read.ts';
import { ManagersOnly } from './managers-only.tsx';
import { StatusBadge } from './status-badge.tsx';
import { UserCredentials } from './user-credentials.tsx';
import { UserAuditLog } from './user-activity.tsx';
import { UserLog } from './user-log.tsx';
import { UserMenu } from './user-menu.tsx';
import { useUserWork } from './use-user-activity.tsx';
import { useLocale } from '#web/core/components/use-locale.ts';
import { dateTimeFormat } from '#web/core/lib/formats.ts';

/** The page of a user: permissions, sessions, changes and security events. */
export function UserScreen() {
  const { id = '' } = useParams();
  return (
    <ManagersOnly>
      <UserPage key={id} id={id} />
    </ManagersOnly>
  );
}

function UserPage({ id }: { readonly id: string }) {
  const { t } = useTranslation();
  const read = useCallback<Read<UserDetails>>(
    async (client, signal) => {
      const { method, path } = userEndpoints.get;
      const response = await client.call({
        method,
        path: path.replace(':id', encodeURIComponent(id)),
        signal,
      });
      return userDetails.parse(readData(response));
    },
    [id],
  );
  const { value, apiError, retry } = useRemoteRead(read, { attempted_action: t('user.fetchFailed') });
  const user = useLastDefined(value);
  useDocumentTitle(user?.name ?? t('user.heading'));
  const title = useRef<HTMLHeadingElement>(null);
  const navigate = useNavigate();
  // The lists below the account are read again with it.
  const [reloadKey, setReloadKey] = useState(0);
  const onChanged = (isLink = false) => {
    retry();
    setReloadKey((before) => before + 1);
    if (!isLink) title.current?.focus();
  };
  const work = useUserWork({ onChanged, onRemoved: () => void navigate('/users') });
  return (
    <>
      <BackLink to="/users">{t('user.back')}</BackLink>
      <ScreenHeader title={user?.name ?? t('user.heading')} titleRef={title}>
        {user && !apiError && (
          <>
            <Button variant="default" onClick={() => work.edit(user)}>
              {t('user.edit')}
            </Button>
            <UserMenu user={user} onAction={(action) => work.start(user, action)} />
          </>
        )}
      </ScreenHeader>
      {apiError?.status === 404 && (
        <NotFoundState message={apiError.message} text={t('user.notFoundText')} list="/users" />
      )}
      {apiError && apiError.status !== 404 && <LoadAlert message={apiError.message} onRetry={retry} />}
      {!apiError && !user && <Loader aria-label={t('ui.loading')} />}
      {user && !apiError && (
        <Sections isWide>
          <Section title={t('user.details')}>
            <Projection user={user} />
          </Section>
          <Section title={t('user.permissions')}>
            <Permissions user={user} />
          </Section>
          <UserCredentials user={user} onChanged={onChanged} />
          <Section title={t('personalData.heading')}>
            <PersonalDataExport userId={user.id} path={pathOf(personalDataEndpoints.ofUser, user.id)} />
          </Section>
          <Section title={t('user.did')}>
            <UserAuditLog id={user.id} />
          </Section>
          <Section title={t('user.log')}>
            <UserLog key={reloadKey} id={user.id} />
          </Section>
        </Sections>
      )}
      {work.dialogs}
    </>
  );
}

function Projection({ user }: { readonly user: UserDetails }) {
  const { t, i18n } = useTranslation();
  const locale = useLocale();
  const roleName = useRoleName();
  const [now] = useState(Date.now);
  const time = dateTimeFormat(locale);
  const { last_seen_at: lastActive, invitation_expires_at: invited } = user;
  const lines = [
    lastActive === null ? t('user.neverSeen') : t('user.lastSeen', { age: ageOf(lastActive, now, i18n) }),
    t(user.has_two_factor ? 'user.twoFactorOn' : 'user.twoFactorOff'),
    ...(user.state === 'invited'
      ? [
          invited === null
            ? t('user.noInvitation')
            : t('user.invitedUntil', { time: time.format(new Date(invited)) }),
        ]
      : []),
    t('user.since', { time: time.format(new Date(user.created_at)) }),
  ];
  return (
    <Group align="flex-start" gap="md" wrap="nowrap">
      <Avatar src={user.avatar} size={64} alt="" />
      <Stack gap="xs" miw={0}>
        <ClampedText>{user.email}</ClampedText>
        <Group gap="xs">
          <Badge variant="light">{roleName(user.role.name)}</Badge>
          <StatusBadge state={user.state} />
        </Group>
        {lines.map((line) => (
          <Text key={line} size="sm" c="dimmed">
            {line}
          </Text>
        ))}
      </Stack>
    </Group>
  );
}

const nothing = () => undefined;

function Permissions({ user }: { readonly user: UserDetails }) {
  const { t } = useTranslation();
  const roleName = useRoleName();
  const hasExceptions = user.added.length + user.removed.length > 0;
  const ofRole = new Set([
    ...user.permissions.filter((permission) => !user.added.includes(permission)),
    ...user.removed,
  ]);
  return (
    <>
      {user.is_primary_admin ? (
        <Alert mb="sm">{t('user.primaryAdmin')}</Alert>
      ) : (
        <Text size="sm" c="dimmed" mb="xs">
          {t(hasExceptions ? 'user.permissionsHint' : 'user.noExceptions', {
            role: roleName(user.role.name),
          })}
        </Text>
      )}
      <PermissionMatrix
        granted={new Set(user.permissions)}
        ofRole={user.is_primary_admin ? undefined : ofRole}
        isReadOnly
        onChange={nothing}
      />
    </>
  );
}
