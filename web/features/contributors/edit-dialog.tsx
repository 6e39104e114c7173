import { Button, Textarea, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import {
  type ContributorDetails,
  contributor as contributorSchema,
  contributorFiles,
  contributorMessages,
  contributorsEndpoints,
  contributorUpdate,
} from '#contract/contributors/contributors';
import { proposedSortName } from '#contract/contributors/sort-name';
import { pathOf } from '#contract/core/define-resource';
import { limits } from '#contract/core/limits';
import { useApi } from '#web/core/api/api-context.ts';
import { carriesFile, toFormData } from '#web/core/api/encode.ts';
import { readData } from '#web/core/api/client.ts';
import { LocalizedTextsField } from '#web/core/components/localized-texts/localized-texts-field.tsx';
import { useRequestForm } from '#web/core/components/use-request-form.ts';
import { notificationAdded } from '#web/core/store/notifications.slice.ts';
import { useAppDispatch } from '#web/core/store/hooks.ts';
import { recordError } from '#web/core/store/record-error.ts';
import { undoOffered } from '#web/core/store/undo.slice.ts';
import { ImageField } from '#web/ui/image-field.tsx';
import { useToast } from '#web/ui/use-toast.ts';
import { useRecordRecent } from '#web/core/components/use-record-recent.ts';
import { EditorDialog, type EditorForm, type EditorTarget } from '#web/core/components/editor-dialog.tsx';
import { EditorFields } from '#web/core/components/editor-fields.tsx';
import { hasErrorOf, toPayload, toValues } from './contributor-form.ts';
import classes from './contributors.module.css';
import { LinksField } from './links-field.tsx';

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

const biographyFields = {
  biography: { label: 'Biography', max: limits.maxDescriptionLength, input: 'paragraphs' },
} as const;

function EditForm({ form, contributor, onMerge }: EditFormProps) {
  const { t } = useTranslation();
  const client = useApi();
  const dispatch = useAppDispatch();
  const toast = useToast();
  useRecordRecent('authors', contributor);
  const { get, update } = contributorsEndpoints;
  const { values, errors, apiError, input, file, filePayload, set, submit, editor } = useRequestForm(form, {
    initial: () => toValues(contributor),
    schema: contributorUpdate,
    files: contributorFiles,
    failures: { save: t('contributors.saveFailed'), load: t('contributors.loadOneFailed') },
    read: async () =>
      contributorSchema.parse(
        readData(await client.call({ method: get.method, path: pathOf(get, contributor.id) })),
      ),
    onFailed: (saveError, cause) =>
      recordError(dispatch, {
        apiError: saveError,
        attempted_action: t('contributors.saveFailed'),
        details: { cause, subject: contributor.name },
      }),
  });
  const proposal = proposedSortName(values.name);
  const payload = { ...toPayload(values), ...filePayload, version: contributor.version };
  const { error: imageError, ...image } = file('image');

  const send = async () => {
    let entry: number | undefined;
    await client.call({
      method: update.method,
      path: pathOf(update, contributor.id),
      ...(carriesFile(payload) ? { form: toFormData(payload) } : { json: payload }),
      onEntry: (writtenEntry) => {
        entry = writtenEntry;
      },
    });
    const message = contributorMessages.updated;
    const notification = dispatch(notificationAdded({ outcome: 'success', message, subject: payload.name }));
    if (entry !== undefined)
      dispatch(undoOffered({ entry, notificationId: notification.payload.id, message, at: Date.now() }));
    toast('success', message);
    form.onSaved(contributor);
  };
  const isTaken = apiError?.code === 'authors.name_taken';

  return (
    <EditorFields
      editor={editor}
      onSubmit={(event) => void submit(event, { ...payload, id: contributor.id }, send)}
      submit={t('contributors.save')}
      busy={t('contributors.saving')}
    >
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
      <LocalizedBiographies
        value={values.localized_biographies}
        onChange={(value) => set('localized_biographies', value)}
      />
      <LinksField
        rows={values.links}
        isInvalid={hasErrorOf(errors, 'links')}
        onChange={(links) => set('links', links)}
      />
      <ImageField
        {...image}
        label={t('contributors.image')}
        stored={contributor.thumbnail_url ?? contributor.image}
        error={imageError}
      />
    </EditorFields>
  );
}

interface LocalizedBiographiesProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
}

function LocalizedBiographies({ value, onChange }: LocalizedBiographiesProps) {
  const { t } = useTranslation();
  return (
    <fieldset className={classes['group']}>
      <legend>{t('contributors.localizedBiographies')}</legend>
      <LocalizedTextsField
        value={value}
        fields={biographyFields}
        empty={t('contributors.noBiographies')}
        onChange={onChange}
      />
    </fieldset>
  );
}
