import { Button, Group, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Passkey } from '#contract/auth/passkeys';
import { canUsePasskeys } from '#web/core/api/passkeys.ts';
import { ageOf } from '#web/core/lib/age.ts';
import { SectionEntry } from '#web/ui/sections.tsx';
import type { TwoFactorTask } from './two-factor-dialog.tsx';

export interface PasskeyListProps {
  readonly passkeys: readonly Passkey[];
  readonly onTask: (task: TwoFactorTask) => void;
}

/** The passkeys with their names and last use. */
export function PasskeyList({ passkeys, onTask }: PasskeyListProps) {
  const { t, i18n } = useTranslation();
  const [now] = useState(Date.now);
  const age = (time: string) => ageOf(time, now, i18n);
  return (
    <>
      <SectionEntry>
        <div>
          <div>{t('profile.passkeys')}</div>
          <Text size="sm" c="dimmed" component="div">
            {t(canUsePasskeys() ? 'profile.passkeysLead' : 'profile.passkeysNowhere')}
          </Text>
        </div>
        {canUsePasskeys() && (
          <Button variant="default" size="xs" flex="none" onClick={() => onTask({ kind: 'addPasskey' })}>
            {t('profile.addPasskey')}
          </Button>
        )}
      </SectionEntry>
      {passkeys.map((passkey) => (
        <SectionEntry key={passkey.id}>
          <div>
            <div>{passkey.name}</div>
            <Text size="sm" c="dimmed" component="div">
              {t('profile.passkeyAt', { host: passkey.host })} ·{' '}
              {passkey.last_used_at === null
                ? t('profile.passkeySince', { age: age(passkey.created_at) })
                : t('profile.appUsed', { age: age(passkey.last_used_at) })}
            </Text>
          </div>
          <Group gap="xs">
            <Button
              variant="default"
              size="xs"
              aria-label={t('profile.renamePasskeyOf', { name: passkey.name })}
              onClick={() => onTask({ kind: 'renamePasskey', passkey })}
            >
              {t('profile.rename')}
            </Button>
            <Button
              variant="default"
              size="xs"
              aria-label={t('profile.removePasskeyOf', { name: passkey.name })}
              onClick={() => onTask({ kind: 'removePasskey', passkey })}
            >
              {t('profile.remove')}
            </Button>
          </Group>
        </SectionEntry>
      ))}
    </>
  );
}
