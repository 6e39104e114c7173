import { Button, Group, Stack } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  madeRecoveryCodes,
  secondFactorEndpoints,
  totpEnrolment,
  type TotpEnrolment as Enrolment,
} from '#contract/people/second-factor';
import { useApi } from '../../api/api-context.ts';
import { toFailure } from '../../api/api-error.ts';
import { readData } from '../../api/client.ts';
import { CodeField } from '../../ui/code-field.tsx';
import { FormAlert } from '../../ui/form-alert.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { TotpSetup } from '../../ui/totp-setup.tsx';

export interface TotpEnrolmentProps {
  readonly onCancel: () => void;
  readonly onDone: (codes: readonly string[]) => void;
}

/** First the present password, then the app's first code. */
export function TotpEnrolment({ onCancel, onDone }: TotpEnrolmentProps) {
  const { t } = useTranslation();
  const client = useApi();
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const [enrolment, setEnrolment] = useState<Enrolment>();
  const [failure, setFailure] = useState<string>();
  const [isRunning, setRunning] = useState(false);

  const send = async (event: FormEvent) => {
    event.preventDefault();
    if (isRunning) return;
    if (!enrolment && password === '') return setFailure(t('messages.passwordRequired'));
    if (enrolment && code.trim() === '') return setFailure(t('messages.codeRequired'));
    setRunning(true);
    setFailure(undefined);
    try {
      if (enrolment) {
        const json = { challenge: enrolment.challenge, code };
        const answer = await client.call({ ...secondFactorEndpoints.confirmTotp, json });
        return onDone(madeRecoveryCodes.parse(readData(answer)).recovery_codes);
      }
      const json = { current_password: password };
      const answer = await client.call({ ...secondFactorEndpoints.startTotp, json });
      setEnrolment(totpEnrolment.parse(readData(answer)));
    } catch (error) {
      const failed = toFailure(error, t('profile.saveFailed'));
      setFailure(failed.message);
      if (failed.code === 'code.expired') setEnrolment(undefined);
    }
    setRunning(false);
  };

  return (
    <form onSubmit={(event) => void send(event)} noValidate>
      <Stack gap="sm">
        <FormAlert messages={failure === undefined ? [] : [failure]} />
        {enrolment ? (
          <>
            <TotpSetup secret={enrolment.secret} uri={enrolment.uri} />
            <CodeField value={code} isInvalid={failure !== undefined} onChange={setCode} />
          </>
        ) : (
          <PasswordField
            label={t('profile.currentPassword')}
            value={password}
            isInvalid={failure !== undefined}
            onChange={setPassword}
          />
        )}
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onCancel}>
            {t('ui.cancel')}
          </Button>
          <Button type="submit" disabled={isRunning}>
            {t(enrolment ? 'profile.confirmApp' : 'profile.continue')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
