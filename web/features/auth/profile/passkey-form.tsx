import { Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { limits } from '#contract/core/limits';
import { passkeyEndpoints, type Passkey } from '#contract/auth/passkeys';
import { addedPasskey } from '#contract/auth/two-factor';
import { useApi } from '#web/core/api/api-context.ts';
import { toApiErrorDetails } from '#web/core/api/api-error.ts';
import { readData } from '#web/core/api/client.ts';
import { isPromptDismissed, createPasskey } from '#web/core/api/passkeys.ts';
import { PasswordField } from '#web/ui/password-field.tsx';
import { TwoFactorForm } from './two-factor-form.tsx';

interface PasskeyFormProps {
  /** The passkey to rename; undefined adds one. */
  readonly passkey: Passkey | undefined;
  readonly onCancel: () => void;
  /** @param codes the recovery codes created with the first second factor */
  readonly onDone: (codes: readonly string[]) => void;
}

/** Adds or renames a passkey. */
export function PasskeyForm({ passkey, onCancel, onDone }: PasskeyFormProps) {
  const { t } = useTranslation();
  const client = useApi();
  const [name, setName] = useState(passkey?.name ?? '');
  const [password, setPassword] = useState('');
  const [apiError, setApiError] = useState<string>();
  const [isRunning, setRunning] = useState(false);

  async function save(): Promise<readonly string[]> {
    if (passkey) {
      const { method, path } = passkeyEndpoints.rename;
      await client.call({ method, path: path.replace(':id', String(passkey.id)), json: { name } });
      return [];
    }
    const json = { name, ...(await createPasskey(client, password)) };
    return addedPasskey.parse(readData(await client.call({ ...passkeyEndpoints.add, json }))).recovery_codes;
  }

  const send = async () => {
    if (name.trim() === '') return setApiError(t('messages.nameRequired'));
    if (!passkey && password === '') return setApiError(t('messages.passwordRequired'));
    setRunning(true);
    setApiError(undefined);
    try {
      return onDone(await save());
    } catch (error) {
      setApiError(
        isPromptDismissed(error)
          ? t('profile.passkeyPutAway')
          : toApiErrorDetails(error, t('profile.passkeyFailed')).message,
      );
    }
    setRunning(false);
  };

  return (
    <TwoFactorForm
      apiError={apiError}
      isRunning={isRunning}
      submit={t(passkey ? 'profile.save' : 'profile.continue')}
      onSubmit={() => void send()}
      onCancel={onCancel}
    >
      {!passkey && <Text size="sm">{t('profile.addPasskeyText')}</Text>}
      <TextInput
        label={t('profile.passkeyName')}
        value={name}
        required
        data-autofocus
        maxLength={limits.maxNameLength}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      {!passkey && (
        <PasswordField
          label={t('profile.currentPassword')}
          value={password}
          isInvalid={false}
          onChange={setPassword}
        />
      )}
    </TwoFactorForm>
  );
}
