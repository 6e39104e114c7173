import { Checkbox, Stack, TextInput } from '@mantine/core';
import { type FormEvent, useCallback, useLayoutEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { subjectLimits } from '#contract/books/book-subjects';
import {
  type SubjectScheme,
  subjectSchemeCreate,
  subjectSchemeEndpoints,
} from '#contract/subjects/subject-schemes';
import { useApi } from '#web/core/api/api-context.ts';
import { toApiErrorDetails } from '#web/core/api/api-error.ts';
import { EditorDialog, type EditorForm, type EditorTarget } from '#web/core/components/editor-dialog.tsx';
import { schemaErrors } from '#web/core/lib/schema-limits.ts';
import { useFormValues } from '#web/core/lib/use-form-values.ts';
import { FormActions } from '#web/ui/form-actions.tsx';
import { FormAlert } from '#web/ui/form-alert.tsx';

export interface SchemeDialogProps {
  /** The dialog is closed while this is undefined. */
  readonly target: EditorTarget<SubjectScheme> | undefined;
  readonly onClose: () => void;
  readonly onSaved: () => void;
}

/** Creates a subject scheme. */
export function SchemeDialog({ target, onClose, onSaved }: SchemeDialogProps) {
  const { t } = useTranslation();
  return (
    <EditorDialog
      isLiveOnly
      target={target}
      title={() => t('subjects.newTitle')}
      onClose={onClose}
      onSaved={onSaved}
    >
      {(form) => <SchemeForm form={form} />}
    </EditorDialog>
  );
}

function SchemeForm({
  form: { onDirty, onSaving, onSaved, onCancel },
}: {
  readonly form: EditorForm<SubjectScheme>;
}) {
  const { t } = useTranslation();
  const client = useApi();
  const [isDirty, setDirty] = useState(false);
  const [isSaving, setSaving] = useState(false);
  const [messages, setMessages] = useState<readonly string[]>([]);
  const onEdit = useCallback(() => setDirty(true), []);
  const { values, setErrors, input, set } = useFormValues(
    () => ({ name: '', is_listed_only: false }),
    onEdit,
  );
  useLayoutEffect(() => onDirty(isDirty), [isDirty, onDirty]);
  useLayoutEffect(() => onSaving(isSaving), [isSaving, onSaving]);

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isSaving) return;
    const errors = schemaErrors(subjectSchemeCreate, values);
    setErrors(errors);
    setMessages(Object.values(errors));
    if (Object.keys(errors).length > 0) return;
    setSaving(true);
    try {
      await client.call({ ...subjectSchemeEndpoints.create, json: values });
      onSaved(undefined);
    } catch (error) {
      const apiError = toApiErrorDetails(error, t('subjects.createFailed'));
      setErrors(apiError.errors ?? {});
      setMessages([apiError.message, ...Object.values(apiError.errors ?? {})]);
    }
    setSaving(false);
  };

  return (
    <form noValidate onSubmit={(event) => void submit(event)}>
      <Stack gap="sm">
        <FormAlert messages={messages} />
        <TextInput
          {...input('name')}
          label={t('subjects.name')}
          description={t('subjects.nameHint')}
          required
          data-autofocus
          maxLength={subjectLimits.maxSchemeLength}
        />
        <Checkbox
          label={t('subjects.listedOnly')}
          description={t('subjects.listedOnlyHint')}
          checked={values.is_listed_only}
          onChange={(event) => set('is_listed_only', event.currentTarget.checked)}
        />
        <FormActions
          saving={isSaving ? { progress: undefined } : undefined}
          submit={t('subjects.create')}
          busy={t('subjects.creating')}
          onCancel={onCancel}
        />
      </Stack>
    </form>
  );
}
