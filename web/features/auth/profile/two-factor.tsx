import { Button, Group, Loader, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ownTwoFactor, type OwnTwoFactor, twoFactorEndpoints } from '#contract/auth/two-factor';
import { readData } from '#web/core/api/client.ts';
import { ageOf } from '#web/core/lib/age.ts';
import { useLastDefined } from '#web/core/lib/use-last-defined.ts';
import { LoadAlert } from '#web/ui/load-alert.tsx';
import { SectionEntry, SectionList } from '#web/ui/sections.tsx';
import { type Read, useRemoteRead } from '#web/core/components/use-remote-read.ts';
import { TwoFactorDialog, type TwoFactorTask } from './two-factor-dialog.tsx';
import { PasskeyList } from './passkey-list.tsx';

const readTwoFactor: Read<OwnTwoFactor> = async (client, signal) =>
  ownTwoFactor.parse(readData(await client.call({ ...twoFactorEndpoints.get, signal })));

/** The second factors of the user. */
export function TwoFactor() {
  const { t } = useTranslation();
  const {
    value: factors,
    apiError,
    retry,
  } = useRemoteRead(readTwoFactor, {
    attempted_action: t('profile.twoFactorFailed'),
  });
  // The previous state stays while it is read again, since a dialog is open above it.
  const value = useLastDefined(factors);
  const [task, setTask] = useState<TwoFactorTask>();

  if (apiError) return <LoadAlert message={apiError.message} onRetry={retry} />;
  if (!value) return <Loader size="sm" aria-label={t('ui.loading')} />;
  return (
    <>
      <Text size="sm" c="dimmed" mb="sm">
        {t(value.is_required ? 'profile.twoFactorRequired' : 'profile.twoFactorLead')}
      </Text>
      <SectionList>
        <SectionEntry>
          <TotpInfo totp={value.totp} />
          <Button
            variant="default"
            size="xs"
            onClick={() =>
              setTask(
                value.totp
                  ? { kind: 'removeApp', hasPasskeys: value.passkeys.length > 0 }
                  : { kind: 'setUpApp' },
              )
            }
          >
            {t(value.totp ? 'profile.removeApp' : 'profile.setUpApp')}
          </Button>
        </SectionEntry>
        <PasskeyList passkeys={value.passkeys} onTask={setTask} />
        {(value.totp !== null || value.passkeys.length > 0) && (
          <SectionEntry>
            <div>
              <div>{t('twoFactor.codes')}</div>
              <Text size="sm" c="dimmed" component="div">
                {t('profile.codesLeft', { count: value.recovery_code_count })}
              </Text>
            </div>
            <Group gap="xs">
              <Button variant="default" size="xs" onClick={() => setTask({ kind: 'renewCodes' })}>
                {t('profile.renewCodes')}
              </Button>
            </Group>
          </SectionEntry>
        )}
      </SectionList>
      <TwoFactorDialog task={task} onClose={() => setTask(undefined)} onDone={retry} />
    </>
  );
}

function TotpInfo({ totp }: Pick<OwnTwoFactor, 'totp'>) {
  const { t, i18n } = useTranslation();
  const [now] = useState(Date.now);
  const details = !totp
    ? t('profile.appNone')
    : totp.last_used_at === null
      ? t('profile.appSince', { age: ageOf(totp.created_at, now, i18n) })
      : t('profile.appUsed', { age: ageOf(totp.last_used_at, now, i18n) });
  return (
    <div>
      <div>{t('profile.app')}</div>
      <Text size="sm" c="dimmed" component="div">
        {details}
      </Text>
    </div>
  );
}
