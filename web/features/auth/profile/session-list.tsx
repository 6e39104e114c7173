import { Badge, Button, Checkbox, Loader, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ownSession, type OwnSession, profileEndpoints, profileMessages } from '#contract/auth/profile';
import { readWholeList } from '#web/core/api/read-whole-list.ts';
import { ageOf } from '#web/core/lib/age.ts';
import { LoadAlert } from '#web/ui/load-alert.tsx';
import { SectionEntry, SectionList } from '#web/ui/sections.tsx';
import { useRemoteRead } from '#web/core/components/use-remote-read.ts';
import { useAccountRequest } from './use-account-request.ts';

const readSessions = readWholeList(profileEndpoints.sessions, ownSession);

/** The sessions of a user, each with a button that revokes it. */
export function SessionList({ tokenCount }: { readonly tokenCount: number }) {
  const { t, i18n } = useTranslation();
  const [now] = useState(Date.now);
  const { value, isReading, apiError, retry } = useRemoteRead(readSessions, {
    attempted_action: t('profile.sessionsFailed'),
  });
  const { run, isRunning } = useAccountRequest();
  const [revokesTokens, setRevokesTokens] = useState(true);

  const end = async ({ id }: OwnSession) => {
    const { method, path } = profileEndpoints.endSession;
    if (await run({ method, path: path.replace(':id', String(id)) }, profileMessages.sessionEnded)) retry();
  };
  const endOthers = async () => {
    const call = { ...profileEndpoints.signOutOthers, json: { keep_tokens: !revokesTokens } };
    if (await run(call, profileMessages.signedOutOthers)) retry();
  };

  if (apiError) return <LoadAlert message={apiError.message} onRetry={retry} />;
  if (!value) return isReading ? <Loader size="sm" aria-label={t('ui.loading')} /> : null;
  return (
    <>
      <SectionList>
        {value.map((session) => {
          const address = session.address || t('profile.unknownAddress');
          return (
            <SectionEntry key={session.id}>
              <div>
                <div>{session.browser}</div>
                <Text size="sm" c="dimmed" component="div">
                  {address} ·{' '}
                  {t('profile.lastSeen', {
                    first: ageOf(session.created_at, now, i18n),
                    age: ageOf(session.last_seen_at, now, i18n),
                  })}
                </Text>
              </div>
              {session.is_current ? (
                <Badge variant="light" flex="none">
                  {t('profile.current')}
                </Badge>
              ) : (
                <Button
                  variant="default"
                  size="xs"
                  disabled={isRunning}
                  aria-label={t('profile.endSession', { browser: session.browser, address })}
                  onClick={() => void end(session)}
                >
                  {t('profile.end')}
                </Button>
              )}
            </SectionEntry>
          );
        })}
      </SectionList>
      {(value.length > 1 || tokenCount > 0) && (
        <>
          {tokenCount > 0 && (
            <Checkbox
              mt="md"
              label={t('profile.revokeTokens', { count: tokenCount })}
              checked={revokesTokens}
              onChange={(event) => setRevokesTokens(event.currentTarget.checked)}
            />
          )}
          <Button variant="default" mt="md" disabled={isRunning} onClick={() => void endOthers()}>
            {t('profile.endOthers')}
          </Button>
        </>
      )}
    </>
  );
}
