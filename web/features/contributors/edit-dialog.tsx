import { Button, Stack, Textarea, TextInput } from '@mantine/core';
import { type FormEvent, useCallback, useLayoutEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  type ContributorDetails,
  contributor as contributorSchema,
  contributorMessages,
  contributorsEndpoints,
  contributorUpdate,
} from '#contract/contributors/contributors';
import { formatIsni } from '#contract/contributors/isni';
import { proposedSortName } from '#contract/contributors/sort-name';
import { pathOf } from '#contract/core/define-resource';
import { limits } from '#contract/core/limits';
import { useApi } from '#web/core/api/api-context.ts';
import { type ApiErrorDetails, isVersionConflict, toApiErrorDetails } from '#web/core/api/api-error.ts';
import { readData } from '#web/core/api/client.ts';
import { schemaErrors } from '#web/core/lib/schema-limits.ts';
import { useFormValues } from '#web/core/lib/use-form-values.ts';
import { notificationAdded } from '#web/core/store/notifications.slice.ts';
import { useAppDispatch } from '#web/core/store/hooks.ts';
import { recordError } from '#web/core/store/record-error.ts';
import { undoOffered } from '#web/core/store/undo.slice.ts';
import { FormActions } from '#web/ui/form-actions.tsx';
import { useToast } from '#web/ui/use-toast.ts';
import { EditorAlert } from '#web/core/components/editor-alert.tsx';
import { useRecordRecent } from '#web/core/components/use-record-recent.ts';
import { EditorDialog, type EditorForm, type EditorTarget } from '#web/core/components/editor-dialog.tsx';

export interface EditDialogProps {
  /** The dialog is closed while this is undefined. Each new object opens it with a new form. */
  readonly target: EditorTarget<ContributorDetails> | undefined;
  readonly onClose: () => void;
  readonly onSaved: () => void;
  /** Called if another contributor has the name, since the two may be duplicates. */
  readonly onMerge: (contributor: ContributorDetails, into: string) => void;
}

/** Edits the name of a contributor in all books, and their details. */
export function EditDialog({ target, onClose, onSaved, onMerge }: EditDialogProps) {
  const { t } = useTranslation();
  return (
    <EditorDialog
      isLiveOnly
      target={target}
      title={() => t('contributors.editTitle')}
      onClose={onClose}
      onSaved={onSaved}
    >
      {(form) => form.item && <EditForm form={form} contributor={form.item} onMerge={onMerge} />}
    </EditorDialog>
  );
}

interface EditFormProps extends Pick<EditDialogProps, 'onMerge'> {
  readonly form: EditorForm<ContributorDetails>;
  readonly contributor: ContributorDetails;
}

const toValues = ({ name, sort_name, other_names, isni, biography }: ContributorDetails) => ({
  name,
  sort_name: sort_name ?? '',
  other_names: (other_names ?? []).join('\n'),
  isni: formatIsni(isni),
  biography,
});

function EditForm({ form, contributor, onMerge }: EditFormProps) {
  const { onDirty, onSaving } = form;
  const { t } = useTranslation();
  const client = useApi();
  const dispatch = useAppDispatch();
  const toast = useToast();
  useRecordRecent('authors', contributor);
  const [isDirty, setDirty] = useState(false);
  const [isSaving, setSaving] = useState(false);
  const [apiError, setApiError] = useState<ApiErrorDetails>();
  const onEdit = useCallback(() => {
    setDirty(true);
    setApiError(undefined);
  }, []);
  const { values, errors, setErrors, set, input } = useFormValues(() => toValues(contributor), onEdit);
  useLayoutEffect(() => onDirty(isDirty), [isDirty, onDirty]);
  useLayoutEffect(() => onSaving(isSaving), [isSaving, onSaving]);
  const proposal = proposedSortName(values.name);

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isSaving) return;
    const { elements } = event.currentTarget;
    const payload = { ...values, name: values.name.trim(), version: contributor.version };
    const inputErrors = schemaErrors(contributorUpdate, { ...payload, id: contributor.id });
    setErrors(inputErrors);
    setApiError(undefined);
    const [firstField] = Object.keys(inputErrors);
    if (firstField !== undefined) {
      const field = elements.namedItem(firstField.split('.', 1)[0] ?? firstField);
      if (field instanceof HTMLElement) field.focus();
      return;
    }
    setSaving(true);
    try {
      const { method } = contributorsEndpoints.update;
      let entry: number | undefined;
      await client.call({
        method,
        path: pathOf(contributorsEndpoints.update, contributor.id),
        json: payload,
        onEntry: (writtenEntry) => {
          entry = writtenEntry;
        },
      });
      const message = contributorMessages.updated;
      const notification = dispatch(
        notificationAdded({ outcome: 'success', message, subject: payload.name }),
      );
      if (entry !== undefined)
        dispatch(undoOffered({ entry, notificationId: notification.payload.id, message, at: Date.now() }));
      toast('success', message);
      form.onSaved(contributor);
    } catch (error) {
      const saveError = toApiErrorDetails(error, t('contributors.saveFailed'));
      recordError(dispatch, {
        apiError: saveError,
        attempted_action: t('contributors.saveFailed'),
        details: { cause: error, subject: contributor.name },
      });
      setApiError(saveError);
      setErrors(saveError.errors ?? {});
    }
    setSaving(false);
  };
  const reload = async () => {
    try {
      const { method } = contributorsEndpoints.get;
      const path = pathOf(contributorsEndpoints.get, contributor.id);
      form.onReload(contributorSchema.parse(readData(await client.call({ method, path }))));
    } catch (error) {
      setApiError(toApiErrorDetails(error, t('contributors.loadOneFailed')));
    }
  };
  const isTaken = apiError?.code === 'authors.name_taken';

  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      <Stack gap="sm">
        <EditorAlert
          editor={{
            messages: apiError
              ? [apiError.message, ...Object.values(apiError.errors ?? {})]
              : Object.values(errors),
            isConflict: apiError !== undefined && isVersionConflict(apiError),
            reload,
            hasAutosave: false,
            discardAutosave: () => undefined,
          }}
        />
        {isTaken && (
          <Button variant="default" onClick={() => onMerge(contributor, values.name.trim())}>
            {t('contributors.mergeInto', { name: contributor.name, into: values.name.trim() })}
          </Button>
        )}
        <TextInput
          {...input('name')}
          label={t('contributors.name')}
          description={t('contributors.nameHint', { count: contributor.book_count })}
          required
          data-autofocus
          maxLength={limits.maxNameLength}
        />
        <TextInput
          {...input('sort_name')}
          label={t('contributors.sortName')}
          description={t('contributors.sortNameHint')}
          maxLength={limits.maxNameLength}
        />
        {proposal !== '' && values.sort_name === '' && (
          <Button
            variant="default"
            size="compact-sm"
            style={{ alignSelf: 'start', maxWidth: '100%' }}
            onClick={() => set('sort_name', proposal)}
          >
            {t('contributors.useSortName', { name: proposal })}
          </Button>
        )}
        <Textarea
          {...input('other_names')}
          label={t('contributors.otherNames')}
          description={t('contributors.otherNamesHint')}
          rows={3}
        />
        <TextInput
          {...input('isni')}
          label={t('contributors.isni')}
          description={t('contributors.isniHint')}
          maxLength={100}
          autoComplete="off"
          spellCheck={false}
        />
        <Textarea
          {...input('biography')}
          label={t('contributors.biography')}
          maxLength={limits.maxDescriptionLength}
          rows={5}
        />
        <FormActions
          saving={isSaving ? { progress: undefined } : undefined}
          submit={t('contributors.save')}
          busy={t('contributors.saving')}
          onCancel={form.onCancel}
        />
      </Stack>
    </form>
  );
}
