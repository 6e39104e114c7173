import { Button, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { messages } from '#contract/core/messages';
import type { ApiRequest } from '#web/core/api/client.ts';
import { canUsePasskeys } from '#web/core/api/passkeys.ts';
import { useReauthentication } from '#web/core/components/use-proof.ts';
import { CodeField } from '#web/ui/code-field.tsx';
import { TwoFactorForm } from './two-factor-form.tsx';

export interface ProofFormProps {
  readonly endpoint: Pick<ApiRequest, 'method' | 'path'>;
  readonly lead: string;
  readonly submit: string;
  readonly isDestructive?: boolean;
  readonly onCancel: () => void;
  readonly onDone: (response: unknown) => void;
}

/** Requests a code and sends it to the endpoint. */
export function ProofForm({
  endpoint,
  lead,
  submit,
  isDestructive = false,
  onCancel,
  onDone,
}: ProofFormProps) {
  const { t } = useTranslation();
  const [code, setCode] = useState('');
  const proof = useReauthentication({ endpoint, failed: t('profile.saveFailed'), onDone });
  const { errorMessage, setErrorMessage, isRunning } = proof;
  const send = () => {
    if (code.trim() === '') setErrorMessage(messages.codeRequired);
    else proof.send({ code });
  };

  return (
    <TwoFactorForm
      apiError={errorMessage}
      isRunning={isRunning}
      submit={submit}
      isDestructive={isDestructive}
      onSubmit={send}
      onCancel={onCancel}
    >
      <Text size="sm">{lead}</Text>
      <CodeField
        both={{ label: t('profile.codeOrRecovery'), hint: t('profile.codeOrRecoveryHint') }}
        value={code}
        isInvalid={errorMessage !== undefined}
        onChange={(value) => {
          setCode(value);
          setErrorMessage(undefined);
        }}
      />
      {canUsePasskeys() && (
        <Button variant="default" disabled={isRunning} onClick={proof.sendPasskey}>
          {t('profile.usePasskey')}
        </Button>
      )}
    </TwoFactorForm>
  );
}
