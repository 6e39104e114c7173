import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { beginSession } from '#web/core/store/auth.slice.ts';
import { useAppDispatch } from '#web/core/store/hooks.ts';
import { RecoveryCodes } from '#web/ui/recovery-codes.tsx';
import classes from './login-screen.module.css';
import type { TwoStepProps } from './two-step-props.ts';
import { TwoStepForm } from './two-step-form.tsx';
import { SignInFrame } from './sign-in-frame.tsx';
import type { Completed } from './use-two-step.ts';

/** The step after the password: a code, or the setup of a required second factor. */
export function TwoStepScreen({ step, onEnd }: TwoStepProps) {
  const { t } = useTranslation();
  const dispatch = useAppDispatch();
  const [isRecovery, setRecovery] = useState(step.methods[0] === 'recovery_code');
  const [done, setDone] = useState<Completed>();

  if (done)
    return (
      <SignInFrame heading={t('login.codesHeading')} lead={t('login.codesLead')}>
        <div className={classes['form']}>
          <RecoveryCodes codes={done.codes} />
          <Button
            size="md"
            fullWidth
            // oxlint-disable-next-line jsx-a11y/no-autofocus -- it replaces the submitted form
            autoFocus
            onClick={() => dispatch(beginSession(done.session))}
          >
            {t('login.goOn')}
          </Button>
        </div>
      </SignInFrame>
    );
  return (
    <SignInFrame
      heading={t(step.enrolment ? 'login.enrolHeading' : 'login.stepHeading')}
      lead={t(
        step.enrolment
          ? 'login.enrolLead'
          : isRecovery
            ? 'login.stepRecoveryLead'
            : step.methods.includes('totp')
              ? 'login.stepLead'
              : 'login.stepPasskeyLead',
      )}
    >
      <TwoStepForm
        key={String(isRecovery)}
        step={step}
        isRecovery={isRecovery}
        onSwitch={() => setRecovery((before) => !before)}
        onEnd={onEnd}
        onDone={(completion) => {
          if (completion.codes.length > 0) setDone(completion);
          else dispatch(beginSession(completion.session));
        }}
      />
    </SignInFrame>
  );
}
