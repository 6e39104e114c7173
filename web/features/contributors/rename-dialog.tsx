import { Button, Stack, TextInput } from '@mantine/core';
import { type FormEvent, useCallback, useLayoutEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  type AuthorEntry,
  authorEntry,
  authorMessages,
  authorRename,
  authorsEndpoints,
} from '#contract/contributors/authors';
import { pathOf } from '#contract/core/define-resource';
import { useApi } from '#web/core/api/api-context.ts';
import { type ApiErrorDetails, isVersionConflict, toApiErrorDetails } from '#web/core/api/api-error.ts';
import { readData } from '#web/core/api/client.ts';
import { maxLengthOf, schemaErrors } from '#web/core/lib/schema-limits.ts';
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

export interface RenameDialogProps {
  /** The dialog is closed while this is undefined. Each new object opens it with a new form. */
  readonly target: EditorTarget<AuthorEntry> | undefined;
  readonly onClose: () => void;
  readonly onSaved: () => void;
  /** Called if another author has the name, since the two may be duplicates. */
  readonly onMerge: (author: AuthorEntry, into: string) => void;
}

/** Renames an author in all books. */
export function RenameDialog({ target, onClose, onSaved, onMerge }: RenameDialogProps) {
  const { t } = useTranslation();
  return (
    <EditorDialog
      target={target}
      title={() => t('contributors.renameTitle')}
      onClose={onClose}
      onSaved={onSaved}
    >
      {(form) => form.item && <RenameForm form={form} author={form.item} onMerge={onMerge} />}
    </EditorDialog>
  );
}

interface RenameFormProps extends Pick<RenameDialogProps, 'onMerge'> {
  readonly form: EditorForm<AuthorEntry>;
  readonly author: AuthorEntry;
}

function RenameForm({ form, author, onMerge }: RenameFormProps) {
  const { onDirty, onSaving } = form;
  const { t } = useTranslation();
  const client = useApi();
  const dispatch = useAppDispatch();
  const toast = useToast();
  useRecordRecent('authors', author);
  const [isDirty, setDirty] = useState(false);
  const [isSaving, setSaving] = useState(false);
  const [apiError, setApiError] = useState<ApiErrorDetails>();
  const onEdit = useCallback(() => {
    setDirty(true);
    setApiError(undefined);
  }, []);
  const { values, errors, setErrors, input } = useFormValues(() => ({ name: author.name }), onEdit);
  useLayoutEffect(() => onDirty(isDirty), [isDirty, onDirty]);
  useLayoutEffect(() => onSaving(isSaving), [isSaving, onSaving]);

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isSaving) return;
    const field = event.currentTarget.elements.namedItem('name');
    const payload = { name: values.name.trim(), version: author.version };
    const inputErrors = schemaErrors(authorRename, { ...payload, id: author.id });
    setErrors(inputErrors);
    setApiError(undefined);
    if (Object.keys(inputErrors).length > 0) {
      if (field instanceof HTMLElement) field.focus();
      return;
    }
    setSaving(true);
    try {
      const { method } = authorsEndpoints.rename;
      let entry: number | undefined;
      await client.call({
        method,
        path: pathOf(authorsEndpoints.rename, author.id),
        json: payload,
        onEntry: (writtenEntry) => {
          entry = writtenEntry;
        },
      });
      const message = authorMessages.updated;
      const notification = dispatch(
        notificationAdded({ outcome: 'success', message, subject: payload.name }),
      );
      if (entry !== undefined)
        dispatch(undoOffered({ entry, notificationId: notification.payload.id, message, at: Date.now() }));
      toast('success', message);
      form.onSaved(author);
    } catch (error) {
      const saveError = toApiErrorDetails(error, t('contributors.saveFailed'));
      recordError(dispatch, {
        apiError: saveError,
        attempted_action: t('contributors.saveFailed'),
        details: { cause: error, subject: author.name },
      });
      setApiError(saveError);
      setErrors(saveError.errors ?? {});
    }
    setSaving(false);
  };
  const reload = async () => {
    try {
      const { method } = authorsEndpoints.get;
      const response = await client.call({ method, path: pathOf(authorsEndpoints.get, author.id) });
      form.onReload(authorEntry.parse(readData(response)));
    } catch (error) {
      setApiError(toApiErrorDetails(error, t('contributors.saveFailed')));
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
          <Button variant="default" onClick={() => onMerge(author, values.name.trim())}>
            {t('contributors.mergeInto', { name: author.name, into: values.name.trim() })}
          </Button>
        )}
        <TextInput
          {...input('name')}
          label={t('contributors.name')}
          description={t('contributors.renameHint', { count: author.book_count })}
          required
          data-autofocus
          maxLength={maxLengthOf(authorRename, 'name') ?? 255}
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
