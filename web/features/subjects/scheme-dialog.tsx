import { Checkbox, TextInput } from '@mantine/core';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { subjectLimits } from '#contract/books/book-subjects';
import { pathOf } from '#contract/core/define-resource';
import {
  type SubjectScheme,
  subjectScheme,
  subjectSchemeCreate,
  subjectSchemeEndpoints,
  subjectSchemeUsage,
} from '#contract/subjects/subject-schemes';
import { useApi } from '#web/core/api/api-context.ts';
import { type ApiClient, readData } from '#web/core/api/client.ts';
import { EditorDialog, type EditorForm, type EditorTarget } from '#web/core/components/editor-dialog.tsx';
import { EditorFields } from '#web/core/components/editor-fields.tsx';
import { useLocale } from '#web/core/components/use-locale.ts';
import { useRemoteRead } from '#web/core/components/use-remote-read.ts';
import { useRequestForm } from '#web/core/components/use-request-form.ts';
import { countFormat } from '#web/core/lib/formats.ts';

export interface SchemeDialogProps {
  /** The dialog is closed while this is undefined. */
  readonly target: EditorTarget<SubjectScheme> | undefined;
  readonly onClose: () => void;
  readonly onSaved: (isNew: boolean) => void;
}

/** Creates or renames a subject scheme. */
export function SchemeDialog({ target, onClose, onSaved }: SchemeDialogProps) {
  const { t } = useTranslation();
  return (
    <EditorDialog
      isLiveOnly
      target={target}
      title={(isNew) => t(isNew ? 'subjects.newTitle' : 'subjects.renameTitle')}
      onClose={onClose}
      onSaved={onSaved}
    >
      {(form) => <SchemeForm form={form} />}
    </EditorDialog>
  );
}

/** Returns the hint of the name. For an existing scheme, it contains the number of books with its subjects. */
function useNameHint(scheme: SubjectScheme | undefined): string | undefined {
  const { t } = useTranslation();
  const locale = useLocale();
  const id = scheme?.id;
  const read = useCallback(
    async (client: ApiClient, signal: AbortSignal) => {
      const { method } = subjectSchemeEndpoints.get;
      const path = pathOf(subjectSchemeEndpoints.get, id ?? 0);
      return subjectSchemeUsage.parse(readData(await client.call({ method, path, signal }))).book_count;
    },
    [id],
  );
  const { value: count } = useRemoteRead(id === undefined ? undefined : read, {
    attempted_action: t('subjects.countFailed'),
  });
  if (id === undefined) return undefined;
  return count === undefined
    ? t('subjects.renameHint')
    : t('subjects.renameBooks', { count, amount: countFormat(locale).format(count) });
}

function SchemeForm({ form }: { readonly form: EditorForm<SubjectScheme> }) {
  const { item: scheme } = form;
  const { t } = useTranslation();
  const client = useApi();
  const failure = t(scheme ? 'subjects.updateFailed' : 'subjects.createFailed');
  const { values, input, set, submit, editor } = useRequestForm(form, {
    initial: () => ({ name: scheme?.name ?? '', is_listed_only: false }),
    schema: subjectSchemeCreate,
    failures: { save: failure, load: failure },
    read: async () => {
      const { method } = subjectSchemeEndpoints.get;
      const path = pathOf(subjectSchemeEndpoints.get, scheme?.id ?? 0);
      return subjectScheme.parse(readData(await client.call({ method, path })));
    },
  });
  const { name } = values;
  const send = async () => {
    await client.call(
      scheme
        ? { ...subjectSchemeEndpoints.update, json: { id: scheme.id, version: scheme.version, name } }
        : { ...subjectSchemeEndpoints.create, json: values },
    );
    form.onSaved(scheme);
  };
  const nameHint = useNameHint(scheme);

  return (
    <EditorFields
      editor={editor}
      onSubmit={(event) => void submit(event, values, send)}
      submit={t(scheme ? 'subjects.rename' : 'subjects.create')}
      busy={t(scheme ? 'subjects.renaming' : 'subjects.creating')}
    >
      <TextInput
        {...input('name')}
        label={t('subjects.name')}
        description={nameHint}
        required
        data-autofocus
        maxLength={subjectLimits.maxSchemeLength}
      />
      {!scheme && (
        <Checkbox
          label={t('subjects.listedOnly')}
          description={t('subjects.listedOnlyHint')}
          checked={values.is_listed_only}
          onChange={(event) => set('is_listed_only', event.currentTarget.checked)}
        />
      )}
    </EditorFields>
  );
}
