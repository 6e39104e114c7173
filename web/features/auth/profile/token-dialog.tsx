import { Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { createdToken, tokenCreate, tokenEndpoints } from '#contract/auth/profile';
import type { Permission } from '#contract/core/permissions';
import { useApi } from '#web/core/api/api-context.ts';
import { toApiErrorDetails } from '#web/core/api/api-error.ts';
import { readData } from '#web/core/api/client.ts';
import { maxLengthOf, schemaErrors } from '#web/core/lib/schema-limits.ts';
import { useAppSelector } from '#web/core/store/hooks.ts';
import { selectPermissions } from '#web/core/store/permissions.ts';
import { CopyField } from '#web/ui/copy-field.tsx';
import { FormAlert } from '#web/ui/form-alert.tsx';
import { PermissionMatrix } from '#web/core/components/permission-matrix.tsx';

const DEFAULT_DAYS = '90';

export interface TokenDialogProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly onCreated: () => void;
}

/** Creates a token and shows its secret once. */
export function TokenDialog({ isOpen, onClose, onCreated }: TokenDialogProps) {
  const { t } = useTranslation();
  const [secret, setSecret] = useState<string>();
  const close = () => {
    setSecret(undefined);
    onClose();
  };
  return (
    <Modal
      opened={isOpen}
      onClose={close}
      title={t('profile.newToken')}
      closeOnClickOutside={false}
      closeOnEscape={secret === undefined}
      closeButtonProps={{ 'aria-label': t('ui.close') }}
    >
      {secret === undefined ? (
        <TokenForm
          onCancel={close}
          onCreated={(token) => {
            setSecret(token);
            onCreated();
          }}
        />
      ) : (
        <Stack gap="sm">
          <CopyField label={t('profile.token')} value={secret} />
          <Text size="sm">{t('profile.tokenOnce')}</Text>
          <Group justify="flex-end">
            <Button onClick={close}>{t('profile.done')}</Button>
          </Group>
        </Stack>
      )}
    </Modal>
  );
}

function TokenForm({
  onCancel,
  onCreated,
}: {
  readonly onCancel: () => void;
  readonly onCreated: (token: string) => void;
}) {
  const { t } = useTranslation();
  const client = useApi();
  const own = useAppSelector(selectPermissions);
  const [name, setName] = useState('');
  const [days, setDays] = useState(DEFAULT_DAYS);
  const [granted, setGranted] = useState<ReadonlySet<Permission>>(new Set());
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const [isSaving, setSaving] = useState(false);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (isSaving) return;
    const values = { name: name.trim(), permissions: [...granted], expires_in_days: days.trim() };
    const inputErrors = schemaErrors(tokenCreate, values);
    setErrors(inputErrors);
    if (Object.keys(inputErrors).length > 0) return;
    setSaving(true);
    try {
      const response = await client.call({ ...tokenEndpoints.create, json: values });
      onCreated(createdToken.parse(readData(response)).token);
    } catch (error) {
      const apiError = toApiErrorDetails(error, t('profile.saveFailed'));
      setErrors(apiError.errors ?? { form: apiError.message });
      setSaving(false);
    }
  };

  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      <Stack gap="sm">
        <FormAlert messages={Object.values(errors)} />
        <TextInput
          label={t('profile.tokenName')}
          value={name}
          required
          data-autofocus
          error={errors['name'] !== undefined}
          maxLength={maxLengthOf(tokenCreate, 'name') ?? 255}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <TextInput
          label={t('profile.tokenDays')}
          value={days}
          required
          inputMode="numeric"
          error={errors['expires_in_days'] !== undefined}
          onChange={(event) => setDays(event.currentTarget.value)}
        />
        <fieldset style={{ border: 0, margin: 0, padding: 0 }}>
          <Text component="legend" fw={600} size="sm">
            {t('profile.tokenPermissions')}
          </Text>
          <PermissionMatrix
            granted={granted}
            offered={own}
            onChange={(permission, isGranted) => {
              const next = new Set(granted);
              if (isGranted) next.add(permission);
              else next.delete(permission);
              setGranted(next);
            }}
          />
        </fieldset>
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onCancel}>
            {t('ui.cancel')}
          </Button>
          <Button type="submit" disabled={isSaving}>
            {t(isSaving ? 'profile.saving' : 'profile.createToken')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
