import { Alert, Button, TextInput } from '@mantine/core';
import { IconAlertCircle, IconInfoCircle } from '@tabler/icons-react';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { forgottenPassword, forgottenQuestion, linkEndpoints } from '#contract/people/links';
import { useApi } from '../../api/api-context.ts';
import { toFailure } from '../../api/api-error.ts';
import { readData } from '../../api/client.ts';
import { schemaErrors } from '../../lib/schema-limits.ts';
import classes from './login-screen.module.css';
import { SignInFrame } from './sign-in-frame.tsx';

/** Asks for a new password. What it says does not tell whether there is such an account. */
export function ForgottenScreen({ onEnd }: { readonly onEnd: () => void }) {
  const { t } = useTranslation();
  const client = useApi();
  const [email, setEmail] = useState('');
  const [failure, setFailure] = useState<string>();
  const [answer, setAnswer] = useState<string>();
  const [isRunning, setRunning] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (isRunning) return;
    const [found] = Object.values(schemaErrors(forgottenQuestion, { email }));
    setFailure(found);
    setAnswer(undefined);
    if (found !== undefined) return field.current?.focus();
    setRunning(true);
    try {
      const { is_mailed } = forgottenPassword.parse(
        readData(await client.call({ ...linkEndpoints.forgotten, json: { email: email.trim() } })),
      );
      setAnswer(t(is_mailed ? 'login.mailed' : 'login.notMailed'));
    } catch (error) {
      setFailure(toFailure(error, t('login.askFailed')).message);
    }
    setRunning(false);
  };

  return (
    <SignInFrame heading={t('login.forgotHeading')} lead={t('login.forgotLead')}>
      <form onSubmit={(event) => void submit(event)} noValidate className={classes['form']}>
        {failure !== undefined && (
          <Alert color="red" icon={<IconAlertCircle size={18} />} role="alert">
            {failure}
          </Alert>
        )}
        {answer !== undefined && (
          // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- the library draws the element
          <Alert icon={<IconInfoCircle size={18} />} role="status">
            {answer}
          </Alert>
        )}
        <TextInput
          ref={field}
          label={t('login.email')}
          type="email"
          autoComplete="username"
          size="md"
          value={email}
          error={failure !== undefined}
          onChange={(event) => setEmail(event.currentTarget.value)}
        />
        <Button type="submit" size="md" fullWidth disabled={isRunning}>
          {t(isRunning ? 'login.asking' : 'login.ask')}
        </Button>
        <Button variant="subtle" fullWidth onClick={onEnd}>
          {t('login.backToLogin')}
        </Button>
      </form>
    </SignInFrame>
  );
}
