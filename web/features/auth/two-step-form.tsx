import { Alert, Button } from '@mantine/core';
import { IconAlertCircle } from '@tabler/icons-react';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { messages } from '#contract/core/messages';
import { CodeField } from '#web/ui/code-field.tsx';
import { TotpSetup } from '#web/ui/totp-setup.tsx';
import { PasskeyButton } from './passkey-button.tsx';
import classes from './login-screen.module.css';
import type { TwoStepProps } from './two-step-props.ts';
import { type Completed, useTwoStep } from './use-two-step.ts';

export interface TwoStepFormProps extends TwoStepProps {
  readonly isRecovery: boolean;
  readonly onSwitch: () => void;
  readonly onDone: (completion: Completed) => void;
}

/** Requests the code, and offers the other methods. */
export function TwoStepForm({ step, isRecovery, onSwitch, onDone, onEnd }: TwoStepFormProps) {
  const { t } = useTranslation();
  const [code, setCode] = useState('');
  const field = useRef<HTMLInputElement>(null);
  const { apiError, isRunning, clear, fail, complete } = useTwoStep(step.challenge, onEnd);
  useEffect(() => field.current?.focus(), []);

  const submitProof = async (proof: Readonly<Record<string, unknown>>): Promise<boolean> => {
    const completion = await complete(proof);
    if (completion) onDone(completion);
    return completion !== undefined;
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (code.trim() === '') fail(messages.codeRequired);
    else {
      if (await submitProof({ code })) return;
      setCode('');
    }
    field.current?.focus();
  };
  const takesApp = step.methods.includes('totp');
  const hasCodes = step.methods.includes('recovery_code');
  const takesCode = takesApp || isRecovery;

  return (
    <form onSubmit={(event) => void submit(event)} noValidate className={classes['form']}>
      {apiError !== undefined && (
        <Alert color="red" icon={<IconAlertCircle size={18} />} role="alert">
          {apiError}
        </Alert>
      )}
      {step.enrolment && <TotpSetup {...step.enrolment} />}
      {takesCode && (
        <CodeField
          ref={field}
          value={code}
          isRecovery={isRecovery}
          isInvalid={apiError !== undefined}
          onChange={(value) => {
            setCode(value);
            clear();
          }}
        />
      )}
      {takesCode && (
        <Button type="submit" size="md" fullWidth disabled={isRunning}>
          {t(isRunning ? 'login.verifying' : step.enrolment ? 'login.enrol' : 'login.verify')}
        </Button>
      )}
      {step.methods.includes('passkey') && (
        <PasskeyButton
          challenge={step.challenge}
          isDisabled={isRunning}
          onShown={(assertion) => void submitProof(assertion)}
          onError={fail}
        />
      )}
      {hasCodes && (takesApp || !isRecovery || step.methods.includes('passkey')) && (
        <Button variant="default" fullWidth onClick={onSwitch}>
          {t(!isRecovery ? 'login.useRecoveryCode' : takesApp ? 'login.useApp' : 'login.noRecoveryCode')}
        </Button>
      )}
      <Button variant="subtle" fullWidth onClick={() => onEnd()}>
        {t('login.backToLogin')}
      </Button>
    </form>
  );
}
