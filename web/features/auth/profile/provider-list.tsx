import { Button, Group, Loader, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  type LinkedProvider,
  linkedProvider,
  providerEndpoints,
  providerMessages,
} from '#contract/auth/providers';
import { useApi } from '#web/core/api/api-context.ts';
import { toApiErrorDetails } from '#web/core/api/api-error.ts';
import { visitProvider } from '#web/core/api/provider-sign-in.ts';
import { readWholeList } from '#web/core/api/read-whole-list.ts';
import { useRemoteRead } from '#web/core/components/use-remote-read.ts';
import { ageOf } from '#web/core/lib/age.ts';
import { useAppSelector } from '#web/core/store/hooks.ts';
import { selectSettings } from '#web/core/store/store.ts';
import { LoadAlert } from '#web/ui/load-alert.tsx';
import { SectionEntry, SectionList } from '#web/ui/sections.tsx';
import { useToast } from '#web/ui/use-toast.ts';
import { useAccountRequest } from './use-account-request.ts';

const readProviders = readWholeList(providerEndpoints.list, linkedProvider);

/** The sign-in providers of the account, each with an Unlink button, and buttons to link others. */
export function ProviderList() {
  const { t, i18n } = useTranslation();
  const client = useApi();
  const toast = useToast();
  const [now] = useState(Date.now);
  const { sign_in_providers: providers } = useAppSelector(selectSettings);
  const { value, isReading, apiError, retry } = useRemoteRead(readProviders, {
    attempted_action: t('profile.providersFailed'),
  });
  const { run, isRunning } = useAccountRequest();

  const unlink = async ({ id }: LinkedProvider) => {
    const { method, path } = providerEndpoints.unlink;
    if (await run({ method, path: path.replace(':id', String(id)) }, providerMessages.unlinked)) retry();
  };
  const link = async (id: string) => {
    try {
      await visitProvider(client, 'link', id);
    } catch (error) {
      toast('error', toApiErrorDetails(error, t('profile.failed')).message);
    }
  };

  if (apiError) return <LoadAlert message={apiError.message} onRetry={retry} />;
  if (!value) return isReading ? <Loader size="sm" aria-label={t('ui.loading')} /> : null;
  return (
    <>
      {value.length === 0 && <Text c="dimmed">{t('profile.noProviders')}</Text>}
      <SectionList>
        {value.map((identity) => (
          <SectionEntry key={identity.id}>
            <div>
              <div>{[identity.provider, identity.email].filter(Boolean).join(' · ')}</div>
              <Text size="sm" c="dimmed" component="div">
                {identity.last_used_at === null
                  ? t('profile.providerUnused', { age: ageOf(identity.created_at, now, i18n) })
                  : t('profile.providerUsed', { age: ageOf(identity.last_used_at, now, i18n) })}
              </Text>
            </div>
            <Button
              variant="default"
              size="xs"
              flex="none"
              disabled={isRunning}
              aria-label={t('profile.unlinkProvider', { name: identity.provider })}
              onClick={() => void unlink(identity)}
            >
              {t('profile.unlink')}
            </Button>
          </SectionEntry>
        ))}
      </SectionList>
      <Group mt="md" gap="sm">
        {providers.map(({ id, name }) => (
          <Button key={id} variant="default" disabled={isRunning} onClick={() => void link(id)}>
            {t('profile.linkProvider', { name })}
          </Button>
        ))}
      </Group>
    </>
  );
}
