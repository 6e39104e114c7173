import { Button, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { messages } from '#contract/core/messages';
import { useApi } from '#web/core/api/api-context.ts';
import { toApiErrorDetails } from '#web/core/api/api-error.ts';
import type { ApiCall } from '#web/core/api/client.ts';
import { canUsePasskeys, isPutAway, showForChange } from '#web/core/api/passkeys.ts';
import { CodeField } from '#web/ui/code-field.tsx';
import { TwoFactorForm } from './two-factor-form.tsx';

export interface ProofFormProps {
  readonly endpoint: Pick<ApiCall, 'method' | 'path'>;
  readonly lead: string;
  readonly submit: string;
  readonly onCancel: () => void;
  readonly onDone: (answer: unknown) => void;
}

/** Asks for a code, and does with it what the endpoint does. */
export function ProofForm({ endpoint, lead, submit, onCancel, onDone }: ProofFormProps) {
  const { t } = useTranslation();
  const client = useApi();
  const [code, setCode] = useState('');
  const [apiError, setApiError] = useState<string>();
  const [isRunning, setRunning] = useState(false);

  const run = async (prove: () => Promise<object>) => {
    if (isRunning) return;
    setRunning(true);
    setApiError(undefined);
    try {
      return onDone(await client.call({ ...endpoint, json: await prove() }));
    } catch (error) {
      if (!isPutAway(error)) setApiError(toApiErrorDetails(error, t('profile.saveFailed')).message);
    }
    setRunning(false);
  };
  const send = () => {
    if (code.trim() === '') setApiError(messages.codeRequired);
    else void run(() => Promise.resolve({ code }));
  };

  return (
    <TwoFactorForm
      apiError={apiError}
      isRunning={isRunning}
      submit={submit}
      onSubmit={send}
      onCancel={onCancel}
    >
      <Text size="sm">{lead}</Text>
      <CodeField
        label={t('profile.codeOrRecovery')}
        value={code}
        isInvalid={apiError !== undefined}
        onChange={(value) => {
          setCode(value);
          setApiError(undefined);
        }}
      />
      {canUsePasskeys() && (
        <Button variant="default" disabled={isRunning} onClick={() => void run(() => showForChange(client))}>
          {t('profile.usePasskey')}
        </Button>
      )}
    </TwoFactorForm>
  );
}
