import { NativeSelect, Stack, Textarea, TextInput } from '@mantine/core';
import { type FormEvent, useCallback, useLayoutEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { pathOf } from '#contract/core/define-resource';
import {
  type Release,
  release as releaseSchema,
  releaseColours,
  releaseCreate,
  releaseEndpoints,
  releaseLimits,
} from '#contract/releases/releases';
import { useApi } from '#web/core/api/api-context.ts';
import { type ApiErrorDetails, isVersionConflict, toApiErrorDetails } from '#web/core/api/api-error.ts';
import { readData } from '#web/core/api/client.ts';
import { EditorAlert } from '#web/core/components/editor-alert.tsx';
import { EditorDialog, type EditorForm, type EditorTarget } from '#web/core/components/editor-dialog.tsx';
import { ReleaseDot } from '#web/core/components/release/release-dot.tsx';
import { schemaErrors } from '#web/core/lib/schema-limits.ts';
import { useFormValues } from '#web/core/lib/use-form-values.ts';
import { FormActions } from '#web/ui/form-actions.tsx';
import { browserTimeZone } from './zoned-time.ts';
import { TimeZoneSelect } from './time-zone-select.tsx';

export interface ReleaseDialogProps {
  /** The dialog is closed while this is undefined. Each new object opens it with a new form. */
  readonly target: EditorTarget<Release> | undefined;
  readonly onClose: () => void;
  readonly onSaved: (release: Release) => void;
}

/** Creates a release, or changes its details. */
export function ReleaseDialog({ target, onClose, onSaved }: ReleaseDialogProps) {
  const { t } = useTranslation();
  return (
    <EditorDialog
      isLiveOnly
      target={target}
      title={(isNew) => t(isNew ? 'releases.createTitle' : 'releases.editTitle')}
      onClose={onClose}
      onSaved={() => undefined}
    >
      {(form) => <ReleaseForm form={form} onSaved={onSaved} />}
    </EditorDialog>
  );
}

const toValues = (release: Release | undefined) => ({
  name: release?.name ?? '',
  note: release?.note ?? '',
  colour: release?.colour ?? releaseColours[0],
  time_zone: release?.time_zone ?? browserTimeZone(),
});

interface ReleaseFormProps extends Pick<ReleaseDialogProps, 'onSaved'> {
  readonly form: EditorForm<Release>;
}

function ReleaseForm({ form, onSaved }: ReleaseFormProps) {
  const { item, onDirty, onSaving } = form;
  const { t } = useTranslation();
  const client = useApi();
  const [isDirty, setDirty] = useState(false);
  const [isSaving, setSaving] = useState(false);
  const [apiError, setApiError] = useState<ApiErrorDetails>();
  const onEdit = useCallback(() => setDirty(true), []);
  const { values, errors, setErrors, input } = useFormValues(() => toValues(item), onEdit);
  useLayoutEffect(() => onDirty(isDirty), [isDirty, onDirty]);
  useLayoutEffect(() => onSaving(isSaving), [isSaving, onSaving]);

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isSaving) return;
    const nameField = event.currentTarget.elements.namedItem('name');
    const payload = { ...values, name: values.name.trim(), note: values.note.trim() };
    const inputErrors = schemaErrors(releaseCreate, payload);
    setErrors(inputErrors);
    setApiError(undefined);
    if (Object.keys(inputErrors).length > 0) {
      if (nameField instanceof HTMLElement) nameField.focus();
      return;
    }
    setSaving(true);
    const { create, update } = releaseEndpoints;
    try {
      const response = await client.call(
        item
          ? {
              method: update.method,
              path: pathOf(update, item.id),
              json: { ...payload, version: item.version },
            }
          : { ...create, json: payload },
      );
      const savedRelease = releaseSchema.parse(readData(response));
      form.onSaved(savedRelease);
      onSaved(savedRelease);
    } catch (error) {
      const saveError = toApiErrorDetails(error, t('releases.saveFailed'));
      setApiError(saveError);
      setErrors(saveError.errors ?? {});
    }
    setSaving(false);
  };
  const reload = async () => {
    if (!item) return;
    const { method } = releaseEndpoints.get;
    try {
      const path = pathOf(releaseEndpoints.get, item.id);
      form.onReload(releaseSchema.parse(readData(await client.call({ method, path }))));
    } catch (error) {
      setApiError(toApiErrorDetails(error, t('releases.loadFailed')));
    }
  };

  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      <Stack gap="sm">
        <EditorAlert
          editor={{
            messages: apiError
              ? [apiError.message, ...Object.values(apiError.errors ?? {})]
              : Object.values(errors),
            isConflict: item !== undefined && apiError !== undefined && isVersionConflict(apiError),
            reload,
            hasAutosave: false,
            discardAutosave: () => undefined,
          }}
        />
        <TextInput
          {...input('name')}
          label={t('releases.name')}
          withAsterisk
          data-autofocus
          maxLength={releaseLimits.maxNameLength}
        />
        <Textarea
          {...input('note')}
          label={t('releases.note')}
          rows={3}
          maxLength={releaseLimits.maxNoteLength}
        />
        <NativeSelect
          {...input('colour')}
          label={t('releases.colour')}
          leftSection={<ReleaseDot colour={values.colour} />}
          data={releaseColours.map((colour) => ({ value: colour, label: t(`releases.colours.${colour}`) }))}
        />
        <TimeZoneSelect {...input('time_zone')} description={t('releases.timeZoneHint')} />
        <FormActions
          saving={isSaving ? { progress: undefined } : undefined}
          submit={t(item ? 'releases.save' : 'releases.create')}
          busy={t('releases.saving')}
          onCancel={form.onCancel}
        />
      </Stack>
    </form>
  );
}
