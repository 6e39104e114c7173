import { Button, Group, Stack } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type SettingKey, type SettingSection, keysOfSection } from '#contract/settings/declared';
import {
  type SectionResponse,
  settingSectionSchemas,
  settingsEndpoints,
  settingsMessages,
} from '#contract/settings/settings';
import { useApi } from '#web/core/api/api-context.ts';
import { type ApiErrorDetails, isVersionConflict, toApiErrorDetails } from '#web/core/api/api-error.ts';
import { readData } from '#web/core/api/client.ts';
import { toFormData } from '#web/core/api/encode.ts';
import { FormAlert } from '#web/ui/form-alert.tsx';
import { useToast } from '#web/ui/use-toast.ts';
import { SettingField } from './setting-field.tsx';
import { type FieldValue, fromField, isSame, toField, toFields } from './setting-values.ts';

export interface SettingsFormProps {
  readonly section: SettingSection;
  readonly stored: SectionResponse;
  readonly onSaved: (response: SectionResponse) => void;
  readonly onReload: () => void;
}

/** The fields of a section. Only changed values are sent, so concurrent changes of other settings are not overwritten. */
export function SettingsForm({ section, stored, onSaved, onReload }: SettingsFormProps) {
  const { t } = useTranslation();
  const client = useApi();
  const toast = useToast();
  const [initial] = useState(() => toFields(section, stored));
  const [values, setValues] = useState(initial);
  const [resets, setResets] = useState<ReadonlySet<SettingKey>>(new Set());
  const [logo, setLogo] = useState<File>();
  const [apiError, setApiError] = useState<ApiErrorDetails>();
  const [isSaving, setSaving] = useState(false);
  const keys = keysOfSection(section);

  const unreset = (key: SettingKey) => setResets((now) => new Set([...now].filter((item) => item !== key)));
  const edit = (key: SettingKey, value: FieldValue) => {
    setValues((now) => ({ ...now, [key]: value }));
    unreset(key);
  };
  const reset = (key: SettingKey) => {
    setValues((now) => ({ ...now, [key]: toField(key, stored.settings[key]?.default) }));
    setResets((now) => new Set([...now, key]));
    if (key === 'logo') setLogo(undefined);
  };
  const changedKeys = keys.filter((key) => !resets.has(key) && !isSame(values[key], initial[key]));

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (isSaving) return;
    setSaving(true);
    setApiError(undefined);
    const input = {
      version: stored.version,
      ...Object.fromEntries(changedKeys.map((key) => [key, fromField(key, values[key] ?? '')])),
      ...(resets.size > 0 && { reset: [...resets] }),
    };
    try {
      const response = await client.call({
        ...settingsEndpoints.change(section),
        ...(logo ? { form: toFormData({ ...input, logo }) } : { json: input }),
      });
      toast('success', settingsMessages.updated);
      onSaved(settingSectionSchemas[section].parse(readData(response)));
    } catch (error) {
      setApiError(toApiErrorDetails(error, t('settings.saveFailed')));
    }
    setSaving(false);
  };

  const errors = apiError?.errors ?? {};
  const isUnchanged = changedKeys.length === 0 && resets.size === 0 && !logo;
  return (
    <form noValidate onSubmit={(event) => void submit(event)}>
      <Stack gap="md">
        {apiError && (
          <FormAlert messages={[apiError.message]}>
            {isVersionConflict(apiError) && (
              <Button size="xs" mt="sm" onClick={onReload}>
                {t('settings.load')}
              </Button>
            )}
          </FormAlert>
        )}
        {keys.map((key) => {
          const setting = stored.settings[key];
          return (
            setting && (
              <SettingField
                key={key}
                name={key}
                setting={setting}
                value={values[key] ?? ''}
                errors={errors}
                isReset={resets.has(key)}
                file={logo}
                onFile={(file) => {
                  setLogo(file);
                  unreset('logo');
                }}
                onChange={(value) => edit(key, value)}
                onReset={() => reset(key)}
                onCancelReset={() => {
                  setValues((now) => ({ ...now, [key]: initial[key] ?? '' }));
                  unreset(key);
                }}
              />
            )
          );
        })}
        <Group justify="flex-end">
          <Button type="submit" disabled={isSaving || isUnchanged}>
            {t(isSaving ? 'settings.saving' : 'settings.save')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
