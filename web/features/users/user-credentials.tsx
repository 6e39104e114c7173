import { Badge, Button, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type UserDetails, userEndpoints, userMessages } from '#contract/users/users';
import { providerEndpoints, providerMessages } from '#contract/auth/providers';
import { useApi } from '#web/core/api/api-context.ts';
import { toApiErrorDetails } from '#web/core/api/api-error.ts';
import type { ApiRequest } from '#web/core/api/client.ts';
import { ageOf } from '#web/core/lib/age.ts';
import { useToast } from '#web/ui/use-toast.ts';
import { usePermissionName } from '#web/core/components/use-permission-name.ts';
import { useLocale } from '#web/core/components/use-locale.ts';
import { Section, SectionEntry, SectionList } from '#web/ui/sections.tsx';
import { dateFormat, listFormat } from '#web/core/lib/formats.ts';

export interface UserCredentialsProps {
  readonly user: UserDetails;
  readonly onChanged: () => void;
}

/** The sessions and API tokens of a user, with buttons that revoke them. */
export function UserCredentials({ user, onChanged }: UserCredentialsProps) {
  const { t, i18n } = useTranslation();
  const locale = useLocale();
  const client = useApi();
  const toast = useToast();
  const [now] = useState(Date.now);
  const [isRunning, setRunning] = useState(false);
  const permissionName = usePermissionName();
  const { identities = [] } = user;
  const day = dateFormat(locale);
  const age = (time: string) => ageOf(time, now, i18n);

  const end = async ({ method, path }: Pick<ApiRequest, 'method' | 'path'>, id: number, message: string) => {
    setRunning(true);
    try {
      await client.call({ method, path: path.replace(':id', String(id)) });
      toast('success', message);
      onChanged();
    } catch (error) {
      toast('error', toApiErrorDetails(error, t('user.failed')).message);
    }
    setRunning(false);
  };

  return (
    <>
      <Section title={t('user.sessions')}>
        {user.sessions.length === 0 && <Text c="dimmed">{t('user.noSessions')}</Text>}
        <SectionList>
          {user.sessions.map(({ id, browser, address: from, created_at, last_seen_at, is_current }) => {
            const address = from || t('user.unknownAddress');
            return (
              <SectionEntry key={id}>
                <div>
                  <div>
                    {browser} · {address}
                  </div>
                  <Text size="sm" c="dimmed" component="div">
                    {t('user.seen', { first: age(created_at), last: age(last_seen_at) })}
                  </Text>
                </div>
                {is_current && <Badge flex="none">{t('user.current')}</Badge>}
                <Button
                  variant="default"
                  size="xs"
                  flex="none"
                  disabled={isRunning}
                  aria-label={t('user.endSession', { browser, address })}
                  onClick={() => void end(userEndpoints.endSession, id, userMessages.sessionEnded)}
                >
                  {t('user.end')}
                </Button>
              </SectionEntry>
            );
          })}
        </SectionList>
      </Section>
      {identities.length > 0 && (
        <Section title={t('user.providers')}>
          <SectionList>
            {identities.map(({ id, provider, email, last_used_at }) => (
              <SectionEntry key={id}>
                <div>
                  <div>{[provider, email].filter(Boolean).join(' · ')}</div>
                  <Text size="sm" c="dimmed" component="div">
                    {last_used_at === null ? t('user.unused') : t('user.used', { age: age(last_used_at) })}
                  </Text>
                </div>
                <Button
                  variant="default"
                  size="xs"
                  flex="none"
                  disabled={isRunning}
                  aria-label={t('user.unlinkProvider', { name: provider })}
                  onClick={() => void end(providerEndpoints.unlinkOfUser, id, providerMessages.unlinked)}
                >
                  {t('user.unlink')}
                </Button>
              </SectionEntry>
            ))}
          </SectionList>
        </Section>
      )}
      <Section title={t('user.tokens')}>
        {user.tokens.length === 0 && <Text c="dimmed">{t('user.noTokens')}</Text>}
        <SectionList>
          {user.tokens.map(({ id, name, prefix, permissions, expires_at, last_used_at }) => (
            <SectionEntry key={id}>
              <div>
                <div>
                  {name} <code>{prefix}…</code>
                </div>
                <Text size="sm" c="dimmed" component="div">
                  {[
                    permissions.length === 0
                      ? t('user.mayRead')
                      : listFormat(i18n.language).format(permissions.map(permissionName)),
                    t('user.expires', { time: day.format(new Date(expires_at)) }),
                    last_used_at === null ? t('user.unused') : t('user.used', { age: age(last_used_at) }),
                  ].join(' · ')}
                </Text>
              </div>
              <Button
                variant="default"
                size="xs"
                flex="none"
                disabled={isRunning}
                aria-label={t('user.revokeToken', { name })}
                onClick={() => void end(userEndpoints.revokeToken, id, userMessages.tokenRevoked)}
              >
                {t('user.revoke')}
              </Button>
            </SectionEntry>
          ))}
        </SectionList>
      </Section>
    </>
  );
}
