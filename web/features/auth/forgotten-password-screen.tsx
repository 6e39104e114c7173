import { Alert, Button, TextInput } from '@mantine/core';
import { IconAlertCircle, IconInfoCircle } from '@tabler/icons-react';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { forgottenPassword, forgottenQuestion, linkEndpoints } from '#contract/auth/account-links';
import { useApi } from '#web/core/api/api-context.ts';
import { toApiErrorDetails } from '#web/core/api/api-error.ts';
import { readData } from '#web/core/api/client.ts';
import { schemaErrors } from '#web/core/lib/schema-limits.ts';
import classes from './login-screen.module.css';
import { SignInFrame } from './sign-in-frame.tsx';

/** Requests a password reset. The response does not reveal whether the account exists. */
export function ForgottenScreen({ onEnd }: { readonly onEnd: () => void }) {
  const { t } = useTranslation();
  const client = useApi();
  const [email, setEmail] = useState('');
  const [apiError, setApiError] = useState<string>();
  const [response, setResponse] = useState<string>();
  const [isRunning, setRunning] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (isRunning) return;
    const [emailError] = Object.values(schemaErrors(forgottenQuestion, { email }));
    setApiError(emailError);
    setResponse(undefined);
    if (emailError !== undefined) return field.current?.focus();
    setRunning(true);
    try {
      const { is_mailed } = forgottenPassword.parse(
        readData(await client.call({ ...linkEndpoints.forgotten, json: { email: email.trim() } })),
      );
      setResponse(t(is_mailed ? 'login.mailed' : 'login.notMailed'));
    } catch (error) {
      setApiError(toApiErrorDetails(error, t('login.sendLinkFailed')).message);
    }
    setRunning(false);
  };

  return (
    <SignInFrame heading={t('login.forgotHeading')} lead={t('login.forgotLead')}>
      <form onSubmit={(event) => void submit(event)} noValidate className={classes['form']}>
        {apiError !== undefined && (
          <Alert color="red" icon={<IconAlertCircle size={18} />} role="alert">
            {apiError}
          </Alert>
        )}
        {response !== undefined && (
          // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- the library renders the element
          <Alert icon={<IconInfoCircle size={18} />} role="status">
            {response}
          </Alert>
        )}
        <TextInput
          ref={field}
          label={t('login.email')}
          type="email"
          autoComplete="username"
          size="md"
          value={email}
          error={apiError !== undefined}
          onChange={(event) => setEmail(event.currentTarget.value)}
        />
        <Button type="submit" size="md" fullWidth disabled={isRunning}>
          {t(isRunning ? 'login.sendingLink' : 'login.sendLink')}
        </Button>
        <Button variant="subtle" fullWidth onClick={onEnd}>
          {t('login.backToLogin')}
        </Button>
      </form>
    </SignInFrame>
  );
}
