import { Checkbox, NativeSelect, Stack, TextInput } from '@mantine/core';
import { type FormEvent, useCallback, useLayoutEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  type CustomField,
  type CustomFieldType,
  customField,
  customFieldCreate,
  customFieldEndpoints,
  customFieldLimits,
  customFieldTypeNames,
} from '#contract/custom-fields/custom-fields';
import { pathOf } from '#contract/core/define-resource';
import { useApi } from '#web/core/api/api-context.ts';
import { type ApiErrorDetails, isVersionConflict, toApiErrorDetails } from '#web/core/api/api-error.ts';
import { readData } from '#web/core/api/client.ts';
import { EditorAlert } from '#web/core/components/editor-alert.tsx';
import { EditorDialog, type EditorForm, type EditorTarget } from '#web/core/components/editor-dialog.tsx';
import { schemaErrors } from '#web/core/lib/schema-limits.ts';
import { useFormValues } from '#web/core/lib/use-form-values.ts';
import { FormActions } from '#web/ui/form-actions.tsx';
import { ChoicesField, toChoiceRows, toChoices } from './choices-field.tsx';

export interface CustomFieldDialogProps {
  /** The dialog is closed while this is undefined. Each new object opens it with a new form. */
  readonly target: EditorTarget<CustomField> | undefined;
  readonly onClose: () => void;
  readonly onSaved: (isNew: boolean) => void;
}

/** Creates or changes a custom field. */
export function CustomFieldDialog({ target, onClose, onSaved }: CustomFieldDialogProps) {
  const { t } = useTranslation();
  return (
    <EditorDialog
      isLiveOnly
      target={target}
      title={(isNew) => t(isNew ? 'customFields.newTitle' : 'customFields.editTitle')}
      onClose={onClose}
      onSaved={onSaved}
    >
      {(form) => <CustomFieldForm form={form} />}
    </EditorDialog>
  );
}

const toValues = (field: CustomField | undefined) => ({
  label: field?.label ?? '',
  type: (field?.type ?? 'text') as string,
  help: field?.help ?? '',
  choices: toChoiceRows(field?.choices),
  is_required: field?.is_required ?? false,
  is_filter: field?.is_filter ?? false,
});

const isChoicePath = (path: string): boolean => path.startsWith('choices');

function CustomFieldForm({ form }: { readonly form: EditorForm<CustomField> }) {
  const { item: field, onDirty, onSaving } = form;
  const { t } = useTranslation();
  const client = useApi();
  const [isDirty, setDirty] = useState(false);
  const [isSaving, setSaving] = useState(false);
  const [apiError, setApiError] = useState<ApiErrorDetails>();
  const onEdit = useCallback(() => setDirty(true), []);
  const { values, errors, setErrors, input, set } = useFormValues(() => toValues(field), onEdit);
  useLayoutEffect(() => onDirty(isDirty), [isDirty, onDirty]);
  useLayoutEffect(() => onSaving(isSaving), [isSaving, onSaving]);
  const isChoice = values.type === 'choice';

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isSaving) return;
    const { type, choices, ...rest } = values;
    const payload = { ...rest, type, ...(isChoice && { choices: toChoices(choices) }) };
    const inputErrors = schemaErrors(customFieldCreate, payload);
    setErrors(inputErrors);
    setApiError(undefined);
    if (Object.keys(inputErrors).length > 0) return;
    setSaving(true);
    try {
      await client.call(
        field
          ? { ...customFieldEndpoints.update, json: { ...payload, id: field.id, version: field.version } }
          : { ...customFieldEndpoints.create, json: payload },
      );
      form.onSaved(field);
    } catch (error) {
      const saveError = toApiErrorDetails(error, t('customFields.saveFailed'));
      setApiError(saveError);
      setErrors(saveError.errors ?? {});
    }
    setSaving(false);
  };
  const reload = async () => {
    if (!field) return;
    const { method } = customFieldEndpoints.get;
    try {
      const response = await client.call({ method, path: pathOf(customFieldEndpoints.get, field.id) });
      form.onReload(customField.parse(readData(response)));
    } catch (error) {
      setApiError(toApiErrorDetails(error, t('customFields.saveFailed')));
    }
  };

  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      <Stack gap="sm">
        <EditorAlert
          editor={{
            messages: apiError
              ? [...new Set([apiError.message, ...Object.values(apiError.errors ?? {})])]
              : [...new Set(Object.values(errors))],
            isConflict: field !== undefined && apiError !== undefined && isVersionConflict(apiError),
            reload,
            hasAutosave: false,
            discardAutosave: () => undefined,
          }}
        />
        <TextInput
          {...input('label')}
          label={t('customFields.label')}
          description={t('customFields.labelHint')}
          required
          data-autofocus
          maxLength={customFieldLimits.maxLabelLength}
        />
        <NativeSelect
          {...input('type')}
          label={t('customFields.type')}
          description={t('customFields.typeHint')}
          disabled={field !== undefined}
          data={customFieldTypeNames.map((name: CustomFieldType) => ({
            value: name,
            label: t(`customFields.types.${name}`),
          }))}
        />
        {isChoice && (
          <ChoicesField
            rows={values.choices}
            isInvalid={Object.keys(errors).some(isChoicePath)}
            onChange={(rows) => set('choices', rows)}
          />
        )}
        <TextInput
          {...input('help')}
          label={t('customFields.help')}
          description={t('customFields.helpHint')}
          maxLength={customFieldLimits.maxHelpLength}
        />
        <Checkbox
          label={t('customFields.required')}
          description={t('customFields.requiredHint')}
          checked={values.is_required}
          onChange={(event) => set('is_required', event.currentTarget.checked)}
        />
        <Checkbox
          label={t('customFields.filter')}
          description={t('customFields.filterHint')}
          checked={values.is_filter}
          onChange={(event) => set('is_filter', event.currentTarget.checked)}
        />
        <FormActions
          saving={isSaving ? { progress: undefined } : undefined}
          submit={t(field ? 'customFields.save' : 'customFields.create')}
          busy={t('customFields.saving')}
          onCancel={form.onCancel}
        />
      </Stack>
    </form>
  );
}
