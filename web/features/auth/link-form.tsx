import { Alert, Button, TextInput } from '@mantine/core';
import { IconAlertCircle, IconCircleCheck } from '@tabler/icons-react';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { linkEndpoints, linkUse } from '#contract/auth/account-links';
import { useApi } from '#web/core/api/api-context.ts';
import { toApiErrorDetails } from '#web/core/api/api-error.ts';
import { schemaErrors } from '#web/core/lib/schema-limits.ts';
import { PasswordField } from '#web/ui/password-field.tsx';
import classes from './login-screen.module.css';

/** Sets the password of the account of an invitation or reset link. */
export function LinkForm({ token, email }: { readonly token: string; readonly email: string }) {
  const { t } = useTranslation();
  const client = useApi();
  const [password, setPassword] = useState('');
  const [failures, setErrors] = useState<readonly string[]>([]);
  const [state, setState] = useState<'typing' | 'saving' | 'done'>('typing');
  const field = useRef<HTMLInputElement>(null);
  const next = useRef<HTMLAnchorElement>(null);
  useEffect(() => (state === 'done' ? next : field).current?.focus(), [state]);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (state === 'saving') return;
    const values = { token, password };
    const errors = Object.values(schemaErrors(linkUse, values));
    setErrors(errors);
    if (errors.length > 0) return field.current?.focus();
    setState('saving');
    try {
      await client.call({ ...linkEndpoints.use, json: values });
      setState('done');
    } catch (error) {
      setErrors([toApiErrorDetails(error, t('login.linkFailed')).message]);
      setState('typing');
    }
  };

  if (state === 'done')
    return (
      <>
        {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- the library renders the element */}
        <Alert color="green" icon={<IconCircleCheck size={18} />} role="status" mb="md">
          {t('login.passwordSet')}
        </Alert>
        <Button component={Link} ref={next} to="/login" state={{ email }} size="md" fullWidth>
          {t('login.toLogin')}
        </Button>
      </>
    );
  return (
    <form onSubmit={(event) => void submit(event)} noValidate className={classes['form']}>
      {failures.length > 0 && (
        <Alert color="red" icon={<IconAlertCircle size={18} />} role="alert">
          {failures.map((apiError) => (
            <div key={apiError}>{apiError}</div>
          ))}
        </Alert>
      )}
      {/* Read by password managers, which store email and password together. */}
      <TextInput label={t('login.email')} value={email} autoComplete="username" readOnly size="md" />
      <PasswordField
        ref={field}
        label={t('login.newPassword')}
        value={password}
        isInvalid={failures.length > 0}
        isNew
        known={[email]}
        onChange={(value) => {
          setPassword(value);
          setErrors([]);
        }}
      />
      <Button type="submit" size="md" fullWidth disabled={state === 'saving'}>
        {t(state === 'saving' ? 'login.settingPassword' : 'login.setPassword')}
      </Button>
    </form>
  );
}
