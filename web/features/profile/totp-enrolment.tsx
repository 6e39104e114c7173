import { useState } from 'react';
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
import { PasswordField } from '../../ui/password-field.tsx';
import { TotpSetup } from '../../ui/totp-setup.tsx';
import { FactorForm } from './factor-form.tsx';

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

  const send = async () => {
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
    <FactorForm
      failure={failure}
      isRunning={isRunning}
      submit={t(enrolment ? 'profile.confirmApp' : 'profile.continue')}
      onSubmit={() => void send()}
      onCancel={onCancel}
    >
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
    </FactorForm>
  );
}
