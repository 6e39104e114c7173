import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { SecondStep } from '#contract/auth/two-factor';
import { useAppSelector } from '#web/core/store/hooks.ts';
import { selectSettings } from '#web/core/store/store.ts';
import { FormAlert } from '#web/ui/form-alert.tsx';
import { ForgottenScreen } from './forgotten-password-screen.tsx';
import { LoginForm } from './login-form.tsx';
import { ProviderButtons } from './provider-buttons.tsx';
import { TwoStepScreen } from './two-step-screen.tsx';
import { SignInFrame } from './sign-in-frame.tsx';

/** The sign-in in one or two steps. */
export function LoginScreen() {
  const { t } = useTranslation();
  const [step, setStep] = useState<SecondStep>();
  const [notice, setNotice] = useState<string>();
  const [showsForgotten, setShowsForgotten] = useState(false);
  // If passwords are disabled, the form is for accounts that the system administrator has exempted.
  const [isFormShown, setFormShown] = useState(false);
  const { has_password_sign_in } = useAppSelector(selectSettings);
  if (showsForgotten) return <ForgottenScreen onEnd={() => setShowsForgotten(false)} />;
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
  const hasForm = has_password_sign_in || isFormShown;
  return (
    <SignInFrame heading={t('login.heading')} lead={t('login.lead')}>
      {!hasForm && notice !== undefined && <FormAlert messages={[notice]} />}
      {!has_password_sign_in && <ProviderButtons />}
      {hasForm && (
        <LoginForm
          notice={notice}
          onTwoStep={(next) => {
            setNotice(undefined);
            setStep(next);
          }}
        />
      )}
      {has_password_sign_in ? (
        <>
          <ProviderButtons />
          <Button variant="subtle" fullWidth mt="xs" onClick={() => setShowsForgotten(true)}>
            {t('login.forgot')}
          </Button>
        </>
      ) : (
        !isFormShown && (
          <Button variant="subtle" fullWidth mt="xs" onClick={() => setFormShown(true)}>
            {t('login.usePassword')}
          </Button>
        )
      )}
    </SignInFrame>
  );
}
