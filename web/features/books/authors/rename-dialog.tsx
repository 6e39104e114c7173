import { Button, Stack, TextInput } from '@mantine/core';
import { type FormEvent, useCallback, useLayoutEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  type AuthorEntry,
  authorEntry,
  authorMessages,
  authorRename,
  authorsEndpoints,
} from '#contract/authors';
import { pathOf } from '#contract/define-resource';
import { useApi } from '../../../api/api-context.ts';
import { type ApiFailure, isVersionConflict, toFailure } from '../../../api/api-error.ts';
import { readData } from '../../../api/client.ts';
import { maxLengthOf, schemaErrors } from '../../../lib/schema-limits.ts';
import { useFormValues } from '../../../lib/use-form-values.ts';
import { activityNoted } from '../../../store/activity-slice.ts';
import { useAppDispatch } from '../../../store/hooks.ts';
import { noteFailure } from '../../../store/note-failure.ts';
import { undoOffered } from '../../../store/undo-slice.ts';
import { FormFoot } from '../../../ui/form-foot.tsx';
import { useToast } from '../../../ui/use-toast.ts';
import { EditorAlert } from '../../../widgets/editor-alert.tsx';
import { useNoteRecent } from '../../../widgets/use-note-recent.ts';
import { EditorDialog, type EditorForm, type EditorTarget } from '../../../widgets/editor-dialog.tsx';

export interface RenameDialogProps {
  /** Undefined closes it. Each opening is a new object and begins with a fresh form. */
  readonly target: EditorTarget<AuthorEntry> | undefined;
  readonly onClose: () => void;
  readonly onSaved: () => void;
  /** Somebody else has the name: the two may be one. */
  readonly onMerge: (author: AuthorEntry, into: string) => void;
}

/** Gives an author another name, in all books at once. */
export function RenameDialog({ target, onClose, onSaved, onMerge }: RenameDialogProps) {
  const { t } = useTranslation();
  return (
    <EditorDialog target={target} title={() => t('authors.renameTitle')} onClose={onClose} onSaved={onSaved}>
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
  useNoteRecent('authors', author);
  const [isDirty, setDirty] = useState(false);
  const [isSaving, setSaving] = useState(false);
  const [failure, setFailure] = useState<ApiFailure>();
  const onEdit = useCallback(() => {
    setDirty(true);
    setFailure(undefined);
  }, []);
  const { values, errors, setErrors, input } = useFormValues(() => ({ name: author.name }), onEdit);
  useLayoutEffect(() => onDirty(isDirty), [isDirty, onDirty]);
  useLayoutEffect(() => onSaving(isSaving), [isSaving, onSaving]);

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isSaving) return;
    const field = event.currentTarget.elements.namedItem('name');
    const sent = { name: values.name.trim(), version: author.version };
    const found = schemaErrors(authorRename, { ...sent, id: author.id });
    setErrors(found);
    setFailure(undefined);
    if (Object.keys(found).length > 0) {
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
        json: sent,
        onEntry: (written) => {
          entry = written;
        },
      });
      const message = authorMessages.updated;
      const noted = dispatch(activityNoted({ outcome: 'success', message, subject: sent.name }));
      if (entry !== undefined)
        dispatch(undoOffered({ entry, activityId: noted.payload.id, message, at: Date.now() }));
      toast('success', message);
      form.onSaved(author);
    } catch (error) {
      const failed = toFailure(error, t('authors.saveFailed'));
      noteFailure(dispatch, failed, t('authors.saveFailed'), { cause: error, subject: author.name });
      setFailure(failed);
      setErrors(failed.errors ?? {});
    }
    setSaving(false);
  };
  const reload = async () => {
    try {
      const { method } = authorsEndpoints.get;
      const answer = await client.call({ method, path: pathOf(authorsEndpoints.get, author.id) });
      form.onReload(authorEntry.parse(readData(answer)));
    } catch (error) {
      setFailure(toFailure(error, t('authors.saveFailed')));
    }
  };
  const isTaken = failure?.code === 'authors.name_taken';

  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      <Stack gap="sm">
        <EditorAlert
          editor={{
            messages: failure
              ? [failure.message, ...Object.values(failure.errors ?? {})]
              : Object.values(errors),
            isConflict: failure !== undefined && isVersionConflict(failure),
            reload,
            hasDraft: false,
            discardDraft: () => undefined,
          }}
        />
        {isTaken && (
          <Button variant="default" onClick={() => onMerge(author, values.name.trim())}>
            {t('authors.mergeInto', { name: author.name, into: values.name.trim() })}
          </Button>
        )}
        <TextInput
          {...input('name')}
          label={t('authors.name')}
          description={t('authors.renameHint', { count: author.book_count })}
          required
          data-autofocus
          maxLength={maxLengthOf(authorRename, 'name') ?? 255}
        />
        <FormFoot
          saving={isSaving ? { progress: undefined } : undefined}
          submit={t('authors.save')}
          busy={t('authors.saving')}
          onCancel={form.onCancel}
        />
      </Stack>
    </form>
  );
}
