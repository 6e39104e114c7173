import { Button, Checkbox, Group, Stack, Text } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { passwordChange, profileEndpoints, profileMessages } from '#contract/auth/profile';
import { useApi } from '#web/core/api/api-context.ts';
import { toApiErrorDetails } from '#web/core/api/api-error.ts';
import { schemaErrors } from '#web/core/lib/schema-limits.ts';
import { FormAlert } from '#web/ui/form-alert.tsx';
import { PasswordField } from '#web/ui/password-field.tsx';
import { useToast } from '#web/ui/use-toast.ts';

const blank = { current_password: '', password: '' };

interface PasswordFormProps {
  readonly email: string;
  readonly name: string;
  readonly tokenCount: number;
}

/** Changes the password. Requires the current password. */
export function PasswordForm({ email, name, tokenCount }: PasswordFormProps) {
  const { t } = useTranslation();
  const client = useApi();
  const toast = useToast();
  const [values, setValues] = useState(blank);
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const [revokesTokens, setRevokesTokens] = useState(true);
  const [isSaving, setSaving] = useState(false);
  const set = (field: keyof typeof blank) => (value: string) => {
    setValues((before) => ({ ...before, [field]: value }));
    setErrors({});
  };

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (isSaving) return;
    const inputErrors = schemaErrors(passwordChange, values);
    setErrors(inputErrors);
    if (Object.keys(inputErrors).length > 0) return;
    setSaving(true);
    try {
      await client.call({
        ...profileEndpoints.changePassword,
        json: { ...values, keep_tokens: !revokesTokens },
      });
      setValues(blank);
      toast('success', profileMessages.passwordChanged);
    } catch (error) {
      const apiError = toApiErrorDetails(error, t('profile.saveFailed'));
      setErrors(apiError.errors ?? { form: apiError.message });
    }
    setSaving(false);
  };

  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      <Stack gap="sm">
        <FormAlert messages={Object.values(errors)} />
        {/* Read by password managers, which store email and password together. */}
        <input type="text" value={email} autoComplete="username" readOnly hidden />
        <PasswordField
          label={t('profile.currentPassword')}
          value={values.current_password}
          isInvalid={errors['current_password'] !== undefined}
          onChange={set('current_password')}
        />
        <PasswordField
          label={t('profile.newPassword')}
          value={values.password}
          isInvalid={errors['password'] !== undefined}
          isNew
          known={[name, email]}
          onChange={set('password')}
        />
        {tokenCount > 0 && (
          <Checkbox
            label={t('profile.revokeTokens', { count: tokenCount })}
            checked={revokesTokens}
            onChange={(event) => setRevokesTokens(event.currentTarget.checked)}
          />
        )}
        <Group justify="space-between">
          <Text size="sm" c="dimmed">
            {t('profile.passwordHint')}
          </Text>
          <Button type="submit" disabled={isSaving}>
            {t(isSaving ? 'profile.saving' : 'profile.changePassword')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
