import { ActionIcon, Alert, Button, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useDisclosure } from '@mantine/hooks';
import { IconAlertCircle, IconEye, IconEyeOff } from '@tabler/icons-react';
import { zod4Resolver } from 'mantine-form-zod-resolver';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { credentials } from '#contract/auth';
import { login, selectAuth } from '../../store/auth-slice.ts';
import { useAppDispatch, useAppSelector } from '../../store/hooks.ts';
import classes from './login-screen.module.css';

const fields = ['email', 'password'] as const;

/** What is wrong stands in one alert above the fields; the fields are only marked. */
export function LoginForm() {
  const { t } = useTranslation();
  const dispatch = useAppDispatch();
  const { loading, error } = useAppSelector(selectAuth);
  const [isShown, { toggle }] = useDisclosure(false);
  const [invalid, setInvalid] = useState<readonly string[]>([]);
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { email: '', password: '' },
    validate: zod4Resolver(credentials),
    onValuesChange: () => setInvalid([]),
  });

  const emailField = useRef<HTMLInputElement>(null);
  useEffect(() => emailField.current?.focus(), []);

  const submit = form.onSubmit(
    async ({ email, password }) => {
      setInvalid([]);
      if (loading) return;
      const result = await dispatch(login({ email: email.trim(), password }));
      if (login.rejected.match(result)) form.getInputNode('password')?.focus();
    },
    (errors) => {
      const wrong = fields.filter((field) => typeof errors[field] === 'string');
      setInvalid(wrong.map((field) => errors[field] as string));
      if (wrong[0]) form.getInputNode(wrong[0])?.focus();
    },
  );
  const failures = invalid.length > 0 ? invalid : error && !loading ? [error] : [];
  const mark = (field: (typeof fields)[number]) => ({
    ...form.getInputProps(field),
    error: Boolean(form.errors[field]),
  });

  return (
    <form onSubmit={submit} noValidate className={classes['form']}>
      {failures.length > 0 && (
        <Alert color="red" icon={<IconAlertCircle size={18} />} role="alert">
          {failures.map((failure) => (
            <div key={failure}>{failure}</div>
          ))}
        </Alert>
      )}
      <TextInput
        {...mark('email')}
        key={form.key('email')}
        ref={emailField}
        label={t('login.email')}
        type="email"
        autoComplete="username"
        size="md"
      />
      <TextInput
        {...mark('password')}
        key={form.key('password')}
        label={t('login.password')}
        type={isShown ? 'text' : 'password'}
        autoComplete="current-password"
        size="md"
        rightSection={
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={t(isShown ? 'login.hidePassword' : 'login.showPassword')}
            onClick={toggle}
          >
            {isShown ? <IconEyeOff size={18} stroke={1.7} /> : <IconEye size={18} stroke={1.7} />}
          </ActionIcon>
        }
      />
      <Button type="submit" size="md" fullWidth disabled={loading}>
        {t(loading ? 'login.submitting' : 'login.submit')}
      </Button>
    </form>
  );
}
