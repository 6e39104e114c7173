import { Button, Group, Stack, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { profileEndpoints, profileMessages, profileUpdate, type Profile } from '#contract/auth/profile';
import { useApi } from '#web/core/api/api-context.ts';
import { toApiErrorDetails } from '#web/core/api/api-error.ts';
import { toFormData } from '#web/core/api/encode.ts';
import { maxLengthOf, schemaErrors } from '#web/core/lib/schema-limits.ts';
import { fetchProfile } from '#web/core/store/auth.slice.ts';
import { useAppDispatch, useAppSelector } from '#web/core/store/hooks.ts';
import { selectSettings } from '#web/core/store/store.ts';
import { fileError } from '#web/ui/file-error.ts';
import { FormAlert } from '#web/ui/form-alert.tsx';
import formClasses from '#web/ui/form.module.css';
import { ImageField } from '#web/ui/image-field.tsx';
import { useToast } from '#web/ui/use-toast.ts';
import { useRoleName } from '#web/core/components/use-role-name.ts';

const inputClasses = { input: formClasses['shown'] ?? '' };

/** Name and image of the account. Only other users can change address and role. */
export function AccountForm({
  profile,
  onSaved,
}: {
  readonly profile: Profile;
  readonly onSaved: () => void;
}) {
  const { t } = useTranslation();
  const client = useApi();
  const dispatch = useAppDispatch();
  const toast = useToast();
  const roleName = useRoleName();
  const { max_image_bytes: maxBytes } = useAppSelector(selectSettings);
  const [name, setName] = useState(profile.name);
  const [file, setFile] = useState<File>();
  const [isRemoved, setRemoved] = useState(false);
  const [failures, setErrors] = useState<readonly string[]>([]);
  const [isSaving, setSaving] = useState(false);
  const wrongFile = fileError(t, { file, kind: 'image', maxBytes });

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (isSaving) return;
    const values = { version: profile.version, name: name.trim(), ...(isRemoved && { remove_image: true }) };
    const errors = Object.values(schemaErrors(profileUpdate, values));
    if (wrongFile !== undefined) errors.push(wrongFile);
    setErrors(errors);
    if (errors.length > 0) return;
    setSaving(true);
    try {
      await client.call({
        ...profileEndpoints.update,
        form: toFormData({ ...values, ...(file && { image: file }) }),
      });
      toast('success', profileMessages.updated);
      // The layout also shows name and image.
      void dispatch(fetchProfile());
      onSaved();
    } catch (error) {
      setErrors([toApiErrorDetails(error, t('profile.saveFailed')).message]);
    }
    setSaving(false);
  };

  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      <Stack gap="sm">
        <FormAlert messages={failures} />
        <TextInput
          label={t('profile.name')}
          value={name}
          maxLength={maxLengthOf(profileUpdate, 'name') ?? 255}
          autoComplete="name"
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <TextInput
          label={t('profile.email')}
          value={profile.email}
          readOnly
          disabled
          classNames={inputClasses}
        />
        <TextInput
          label={t('profile.role')}
          value={roleName(profile.role.name)}
          readOnly
          disabled
          classNames={inputClasses}
        />
        <ImageField
          label={t('profile.image')}
          description={t('profile.imageHint')}
          name="image"
          file={file}
          onChange={setFile}
          isRemoved={isRemoved}
          onRemove={setRemoved}
          error={wrongFile}
          stored={profile.thumbnail_url ?? profile.avatar}
        />
        <Group justify="flex-end">
          <Button type="submit" disabled={isSaving}>
            {t(isSaving ? 'profile.saving' : 'profile.save')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
