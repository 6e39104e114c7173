import { Checkbox, Stack, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { subjectLimits } from '#contract/books/book-subjects';
import {
  type SubjectScheme,
  subjectSchemeCreate,
  subjectSchemeEndpoints,
} from '#contract/subjects/subject-schemes';
import { useApi } from '#web/core/api/api-context.ts';
import { EditorAlert } from '#web/core/components/editor-alert.tsx';
import { EditorDialog, type EditorForm, type EditorTarget } from '#web/core/components/editor-dialog.tsx';
import { useRequestForm } from '#web/core/components/use-request-form.ts';
import { FormActions } from '#web/ui/form-actions.tsx';

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

const initial = () => ({ name: '', is_listed_only: false });

function SchemeForm({ form }: { readonly form: EditorForm<SubjectScheme> }) {
  const { t } = useTranslation();
  const client = useApi();
  const failure = t('subjects.createFailed');
  const { values, input, set, submit, alert, saving } = useRequestForm(form, {
    initial,
    schema: subjectSchemeCreate,
    failures: { save: failure, load: failure },
  });
  const send = async () => {
    await client.call({ ...subjectSchemeEndpoints.create, json: values });
    form.onSaved(undefined);
  };

  return (
    <form noValidate onSubmit={(event) => void submit(event, values, send)}>
      <Stack gap="sm">
        <EditorAlert editor={alert} />
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
          saving={saving}
          submit={t('subjects.create')}
          busy={t('subjects.creating')}
          onCancel={form.onCancel}
        />
      </Stack>
    </form>
  );
}
