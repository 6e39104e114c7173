import { Alert, Button, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconAlertCircle, IconEye, IconEyeOff } from '@tabler/icons-react';
import { type FormEvent, useCallback, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { credentials } from '#contract/auth/auth';
import { isRecord } from '#contract/core/envelope';
import type { SecondStep } from '#contract/auth/two-factor';
import { schemaErrors } from '#web/core/lib/schema-limits.ts';
import { useFormValues } from '#web/core/lib/use-form-values.ts';
import { login, selectAuth } from '#web/core/store/auth.slice.ts';
import { useAppDispatch, useAppSelector } from '#web/core/store/hooks.ts';
import { IconAction } from '#web/ui/icon-action.tsx';
import { PasskeyButton } from './passkey-button.tsx';
import { usePasskeySignIn } from './use-passkey-sign-in.ts';
import classes from './login-screen.module.css';

/** Returns the email address if the user has just set a password. */
const emailIn = (state: unknown): string =>
  isRecord(state) && typeof state['email'] === 'string' ? state['email'] : '';

export interface LoginFormProps {
  /** The reason for returning to the sign-in. */
  readonly notice: string | undefined;
  readonly onTwoStep: (step: SecondStep) => void;
}

/** The sign-in form. One alert above the fields shows all errors, and the fields are only marked. */
export function LoginForm({ notice, onTwoStep }: LoginFormProps) {
  const { t } = useTranslation();
  const dispatch = useAppDispatch();
  const { loading, error } = useAppSelector(selectAuth);
  const [isShown, { toggle }] = useDisclosure(false);
  const [invalid, setInvalid] = useState<readonly string[]>([]);
  const email = emailIn(useLocation().state);
  const onEdit = useCallback(() => setInvalid([]), []);
  const { values, input, setErrors } = useFormValues(() => ({ email, password: '' }), onEdit);

  const emailRef = useRef<HTMLInputElement>(null);
  const passwordRef = useRef<HTMLInputElement>(null);
  useEffect(() => (email === '' ? emailRef : passwordRef).current?.focus(), [email]);

  const passkey = usePasskeySignIn();

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const errors = schemaErrors(credentials, values);
    setErrors(errors);
    setInvalid(Object.values(errors));
    if (Object.keys(errors).length > 0) {
      (errors['email'] === undefined ? passwordRef : emailRef).current?.focus();
      return;
    }
    if (loading) return;
    passkey.fail(undefined);
    const result = await dispatch(login({ email: values.email.trim(), password: values.password }));
    if (login.rejected.match(result)) passwordRef.current?.focus();
    else if (login.fulfilled.match(result) && 'second_step' in result.payload)
      onTwoStep(result.payload.second_step);
  };
  const response = passkey.apiError ?? error ?? notice;
  const failures = invalid.length > 0 ? invalid : response && !loading ? [response] : [];

  return (
    <form onSubmit={(event) => void submit(event)} noValidate className={classes['form']}>
      {failures.length > 0 && (
        <Alert color="red" icon={<IconAlertCircle size={18} />} role="alert">
          {failures.map((apiError) => (
            <div key={apiError}>{apiError}</div>
          ))}
        </Alert>
      )}
      <TextInput
        {...input('email')}
        ref={emailRef}
        label={t('login.email')}
        type="email"
        autoComplete="username"
        size="md"
      />
      <TextInput
        {...input('password')}
        ref={passwordRef}
        label={t('login.password')}
        type={isShown ? 'text' : 'password'}
        autoComplete="current-password"
        size="md"
        rightSection={
          <IconAction
            color="gray"
            label={t(isShown ? 'login.hidePassword' : 'login.showPassword')}
            icon={isShown ? <IconEyeOff size={18} stroke={1.7} /> : <IconEye size={18} stroke={1.7} />}
            onClick={toggle}
          />
        }
      />
      <Button type="submit" size="md" fullWidth disabled={loading}>
        {t(loading ? 'login.submitting' : 'login.submit')}
      </Button>
      <PasskeyButton
        isDisabled={loading || passkey.isRunning}
        onShown={({ challenge, passkey: assertion }) => void passkey.signIn(challenge, assertion)}
        onError={passkey.fail}
      />
    </form>
  );
}
