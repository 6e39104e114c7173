import { NumberInput, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { type FormEvent, useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { limits } from '#contract/limits';
import type { Challenge } from '#contract/resources/challenges';
import { useAppSelector } from '../../store/hooks.ts';
import { challengesSlice } from '../../store/slices.ts';
import { selectSettings } from '../../store/store.ts';
import { fileFault } from '../../ui/file-fault.ts';
import { FormFoot } from '../../ui/form-foot.tsx';
import { ImageField } from '../../ui/image-field.tsx';
import { useToast } from '../../ui/use-toast.ts';
import { EditorAlert } from '../../widgets/editor-alert.tsx';
import { EditorDialog, type EditorForm, type EditorTarget } from '../../widgets/editor-dialog.tsx';
import { useEditor } from '../../widgets/use-editor.ts';
import { BookSearch } from './book-search.tsx';
import classes from './challenge-dialog.module.css';
import { type ChallengeValues, faultsOf, toPayload, toValues, withBook } from './challenge-form.ts';
import { type ChangeBooks, SelectedBooks } from './selected-books.tsx';

export interface ChallengeDialogProps {
  /** Undefined closes it. Each opening is a new object and begins with a fresh form. */
  readonly target: EditorTarget<Challenge> | undefined;
  readonly onClose: () => void;
  readonly onSaved: (isNew: boolean) => void;
}

export function ChallengeDialog({ target, onClose, onSaved }: ChallengeDialogProps) {
  const { t } = useTranslation();
  return (
    <EditorDialog
      target={target}
      title={(isNew) => t(isNew ? 'challenges.createTitle' : 'challenges.editTitle')}
      size="xl"
      onClose={onClose}
      onSaved={onSaved}
    >
      {(form) => <ChallengeForm form={form} />}
    </EditorDialog>
  );
}

/** The form's field for one of the server's names: all that is wrong with a book belongs to the list. */
const fieldOf = (name: string) => (/^items\b/.test(name) ? 'items' : name);

function ChallengeForm({ form }: { readonly form: EditorForm<Challenge> }) {
  const { item: challenge } = form;
  const { t } = useTranslation();
  const toast = useToast();
  const { max_image_bytes } = useAppSelector(selectSettings);
  const [values, setValues] = useState(() => toValues(challenge));
  const { formRef, ...editor } = useEditor(challengesSlice, form, {
    fieldOf,
    onFailed: (message) => toast('error', message),
  });
  const { errors, saving, mend } = editor;
  const faultOf = (file: File | undefined) => fileFault(t, file, 'image', max_image_bytes);
  const edit = (field: string, part: Partial<ChallengeValues>) => {
    setValues((before) => ({ ...before, ...part }));
    mend(field);
  };
  const changeBooks: ChangeBooks = useCallback(
    (change) => {
      setValues((before) => ({ ...before, books: change(before.books) }));
      mend('items');
    },
    [mend],
  );

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const imageFault = faultOf(values.image);
    void editor.submit(toPayload(values), {
      ...faultsOf(values),
      ...(imageFault !== undefined && { image: imageFault }),
    });
  };

  return (
    <form ref={formRef} noValidate onSubmit={submit}>
      <Stack gap="sm">
        <EditorAlert editor={editor} />
        <fieldset className={classes['fields']} disabled={saving !== undefined}>
          <div className={classes['about']}>
            <div className={classes['column']}>
              <TextInput
                name="title"
                label={t('challenges.title')}
                required
                data-autofocus
                maxLength={limits.maxNameLength}
                value={values.title}
                error={errors['title'] !== undefined}
                onChange={({ currentTarget: { value } }) => edit('title', { title: value })}
              />
              <Textarea
                name="description"
                label={t('challenges.description')}
                required
                rows={4}
                maxLength={limits.maxDescriptionLength}
                value={values.description}
                error={errors['description'] !== undefined}
                onChange={({ currentTarget: { value } }) => edit('description', { description: value })}
              />
            </div>
            <div className={classes['column']}>
              <NumberInput
                name="day_count"
                label={t('challenges.duration')}
                required
                min={limits.minChallengeDays}
                startValue={limits.minChallengeDays}
                clampBehavior="none"
                allowDecimal={false}
                value={values.days}
                error={errors['day_count'] !== undefined}
                onChange={(days) => edit('day_count', { days: String(days) })}
              />
              <ImageField
                name="image"
                label={t('challenges.image')}
                stored={challenge?.thumbnail_url ?? challenge?.image}
                file={values.image}
                error={errors['image'] !== undefined}
                onChange={(image) => {
                  setValues((before) => ({ ...before, image }));
                  mend('image', faultOf(image));
                }}
              />
            </div>
          </div>
          <BookSearch
            selected={values.books}
            onAdd={(book) => changeBooks((before) => withBook(before, book))}
          />
          <SelectedBooks books={values.books} onChange={changeBooks} />
          <DaysHint values={values} />
        </fieldset>
        <FormFoot
          saving={saving}
          submit={t('challenges.save')}
          busy={t('challenges.saving')}
          isIncomplete={values.books.length === 0}
          onCancel={editor.cancel}
        />
      </Stack>
    </form>
  );
}

/** A challenge may have more days than books, or fewer; it is rarely meant. */
function DaysHint({ values: { days: typed, books } }: { readonly values: ChallengeValues }) {
  const { t } = useTranslation();
  const days = Number(typed);
  if (!(days >= limits.minChallengeDays) || books.length === 0 || books.length === days) return null;
  return (
    <Text size="sm" c="dimmed">
      {t(books.length < days ? 'challenges.daysWithoutBook' : 'challenges.booksWithoutDay', {
        books: books.length,
        days,
      })}
    </Text>
  );
}
