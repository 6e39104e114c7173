import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  newRecoveryCodes,
  twoFactorEndpoints,
  totpEnrolment,
  type TotpEnrolment as Enrolment,
} from '#contract/auth/two-factor';
import { useApi } from '#web/core/api/api-context.ts';
import { toApiErrorDetails } from '#web/core/api/api-error.ts';
import { readData } from '#web/core/api/client.ts';
import { CodeField } from '#web/ui/code-field.tsx';
import { PasswordField } from '#web/ui/password-field.tsx';
import { TotpSetup } from '#web/ui/totp-setup.tsx';
import { TwoFactorForm } from './two-factor-form.tsx';

export interface TotpEnrolmentProps {
  readonly onCancel: () => void;
  readonly onDone: (codes: readonly string[]) => void;
}

/** Requests the current password, then the first code of the app. */
export function TotpEnrolment({ onCancel, onDone }: TotpEnrolmentProps) {
  const { t } = useTranslation();
  const client = useApi();
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const [enrolment, setEnrolment] = useState<Enrolment>();
  const [apiError, setApiError] = useState<string>();
  const [isRunning, setRunning] = useState(false);

  const send = async () => {
    if (!enrolment && password === '') return setApiError(t('messages.passwordRequired'));
    if (enrolment && code.trim() === '') return setApiError(t('messages.codeRequired'));
    setRunning(true);
    setApiError(undefined);
    try {
      if (enrolment) {
        const json = { challenge: enrolment.challenge, code };
        const response = await client.call({ ...twoFactorEndpoints.confirmTotp, json });
        return onDone(newRecoveryCodes.parse(readData(response)).recovery_codes);
      }
      const json = { current_password: password };
      const responseBody = await client.call({ ...twoFactorEndpoints.startTotp, json });
      setEnrolment(totpEnrolment.parse(readData(responseBody)));
    } catch (error) {
      const saveError = toApiErrorDetails(error, t('profile.saveFailed'));
      setApiError(saveError.message);
      if (saveError.code === 'code.expired') setEnrolment(undefined);
    }
    setRunning(false);
  };

  return (
    <TwoFactorForm
      apiError={apiError}
      isRunning={isRunning}
      submit={t(enrolment ? 'profile.confirmApp' : 'profile.continue')}
      onSubmit={() => void send()}
      onCancel={onCancel}
    >
      {enrolment ? (
        <>
          <TotpSetup secret={enrolment.secret} uri={enrolment.uri} />
          <CodeField value={code} isInvalid={apiError !== undefined} onChange={setCode} />
        </>
      ) : (
        <PasswordField
          label={t('profile.currentPassword')}
          value={password}
          isInvalid={apiError !== undefined}
          onChange={setPassword}
        />
      )}
    </TwoFactorForm>
  );
}
