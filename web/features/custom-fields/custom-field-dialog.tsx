import { Checkbox, NativeSelect, TextInput } from '@mantine/core';
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
import { readData } from '#web/core/api/client.ts';
import { EditorDialog, type EditorForm, type EditorTarget } from '#web/core/components/editor-dialog.tsx';
import { EditorFields } from '#web/core/components/editor-fields.tsx';
import { useRequestForm } from '#web/core/components/use-request-form.ts';
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
  const { item: field } = form;
  const { t } = useTranslation();
  const client = useApi();
  const { get, create, update } = customFieldEndpoints;
  const { values, errors, input, set, submit, editor } = useRequestForm(form, {
    initial: () => toValues(field),
    schema: customFieldCreate,
    failures: { save: t('customFields.saveFailed'), load: t('customFields.saveFailed') },
    read: async () =>
      customField.parse(
        readData(await client.call({ method: get.method, path: pathOf(get, field?.id ?? 0) })),
      ),
  });
  const isChoice = values.type === 'choice';
  const { choices, ...rest } = values;
  const payload = { ...rest, ...(isChoice && { choices: toChoices(choices) }) };

  const send = async () => {
    await client.call(
      field
        ? { ...update, json: { ...payload, id: field.id, version: field.version } }
        : { ...create, json: payload },
    );
    form.onSaved(field);
  };

  return (
    <EditorFields
      editor={editor}
      onSubmit={(event) => void submit(event, payload, send)}
      submit={t(field ? 'customFields.save' : 'customFields.create')}
      busy={t('customFields.saving')}
    >
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
    </EditorFields>
  );
}
