import { useTranslation } from 'react-i18next';
import { LoginForm } from './login-form.tsx';
import { SignInFrame } from './sign-in-frame.tsx';

export function LoginScreen() {
  const { t } = useTranslation();
  return (
    <SignInFrame heading={t('login.heading')} lead={t('login.lead')}>
      <LoginForm />
    </SignInFrame>
  );
}
