import { Button, Group, Loader, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ownSecondFactor, type OwnSecondFactor, secondFactorEndpoints } from '#contract/people/second-factor';
import { readData } from '../../api/client.ts';
import { ageOf } from '../../lib/age.ts';
import { useLast } from '../../lib/use-last.ts';
import { LoadAlert } from '../../ui/load-alert.tsx';
import { SectionEntry, SectionList } from '../../ui/sections.tsx';
import { type Read, useRemoteRead } from '../../widgets/use-remote-read.ts';
import { FactorDialog, type FactorTask } from './factor-dialog.tsx';
import { PasskeyList } from './passkey-list.tsx';

const readFactor: Read<OwnSecondFactor> = async (client, signal) =>
  ownSecondFactor.parse(readData(await client.call({ ...secondFactorEndpoints.get, signal })));

/** What one signs in with beside the password. */
export function SecondFactor() {
  const { t } = useTranslation();
  const {
    value: read,
    failure,
    retry,
  } = useRemoteRead(readFactor, {
    tried: t('profile.factorFailed'),
  });
  // What was there stays while it is read again: a dialog stands above it.
  const value = useLast(read);
  const [task, setTask] = useState<FactorTask>();

  if (failure) return <LoadAlert message={failure.message} onRetry={retry} />;
  if (!value) return <Loader size="sm" aria-label={t('ui.loading')} />;
  return (
    <>
      <Text size="sm" c="dimmed" mb="sm">
        {t(value.is_required ? 'profile.factorRequired' : 'profile.factorLead')}
      </Text>
      <SectionList>
        <SectionEntry>
          <TotpFacts totp={value.totp} />
          <Button
            variant="default"
            size="xs"
            onClick={() => setTask({ kind: value.totp ? 'removeApp' : 'setUpApp' })}
          >
            {t(value.totp ? 'profile.removeApp' : 'profile.setUpApp')}
          </Button>
        </SectionEntry>
        <PasskeyList passkeys={value.passkeys} onTask={setTask} />
        {(value.totp !== null || value.passkeys.length > 0) && (
          <SectionEntry>
            <div>
              <div>{t('factor.codes')}</div>
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
      <FactorDialog task={task} onClose={() => setTask(undefined)} onDone={retry} />
    </>
  );
}

function TotpFacts({ totp }: Pick<OwnSecondFactor, 'totp'>) {
  const { t, i18n } = useTranslation();
  const [now] = useState(Date.now);
  const facts = !totp
    ? t('profile.appNone')
    : totp.last_used_at === null
      ? t('profile.appSince', { age: ageOf(totp.created_at, now, i18n.language) })
      : t('profile.appUsed', { age: ageOf(totp.last_used_at, now, i18n.language) });
  return (
    <div>
      <div>{t('profile.app')}</div>
      <Text size="sm" c="dimmed" component="div">
        {facts}
      </Text>
    </div>
  );
}
