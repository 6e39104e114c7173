import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { SecondStep } from '#contract/auth/two-factor';
import { ForgottenScreen } from './forgotten-password-screen.tsx';
import { LoginForm } from './login-form.tsx';
import { TwoStepScreen } from './two-step-screen.tsx';
import { SignInFrame } from './sign-in-frame.tsx';

/** Signs in, in one step or two. */
export function LoginScreen() {
  const { t } = useTranslation();
  const [step, setStep] = useState<SecondStep>();
  const [notice, setNotice] = useState<string>();
  const [hasForgotten, setForgotten] = useState(false);
  if (hasForgotten) return <ForgottenScreen onEnd={() => setForgotten(false)} />;
  if (step)
    return (
      <TwoStepScreen
        step={step}
        onEnd={(reason) => {
          setStep(undefined);
          setNotice(reason);
        }}
      />
    );
  return (
    <SignInFrame heading={t('login.heading')} lead={t('login.lead')}>
      <LoginForm
        notice={notice}
        onTwoStep={(next) => {
          setNotice(undefined);
          setStep(next);
        }}
      />
      <Button variant="subtle" fullWidth mt="xs" onClick={() => setForgotten(true)}>
        {t('login.forgot')}
      </Button>
    </SignInFrame>
  );
}
