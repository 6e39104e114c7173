import { Button, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { messages } from '#contract/messages';
import { useApi } from '../../api/api-context.ts';
import { toFailure } from '../../api/api-error.ts';
import type { ApiCall } from '../../api/client.ts';
import { canUsePasskeys, isPutAway, showForChange } from '../../api/passkeys.ts';
import { CodeField } from '../../ui/code-field.tsx';
import { FactorForm } from './factor-form.tsx';

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
  const [failure, setFailure] = useState<string>();
  const [isRunning, setRunning] = useState(false);

  const run = async (prove: () => Promise<object>) => {
    if (isRunning) return;
    setRunning(true);
    setFailure(undefined);
    try {
      return onDone(await client.call({ ...endpoint, json: await prove() }));
    } catch (error) {
      if (!isPutAway(error)) setFailure(toFailure(error, t('profile.saveFailed')).message);
    }
    setRunning(false);
  };
  const send = () => {
    if (code.trim() === '') setFailure(messages.codeRequired);
    else void run(() => Promise.resolve({ code }));
  };

  return (
    <FactorForm failure={failure} isRunning={isRunning} submit={submit} onSubmit={send} onCancel={onCancel}>
      <Text size="sm">{lead}</Text>
      <CodeField
        label={t('profile.codeOrRecovery')}
        value={code}
        isInvalid={failure !== undefined}
        onChange={(value) => {
          setCode(value);
          setFailure(undefined);
        }}
      />
      {canUsePasskeys() && (
        <Button variant="default" disabled={isRunning} onClick={() => void run(() => showForChange(client))}>
          {t('profile.usePasskey')}
        </Button>
      )}
    </FactorForm>
  );
}
