import { NativeSelect, NumberInput, Stack, Textarea, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { languageLabel, languages } from '#contract/languages';
import { limits } from '#contract/limits';
import type { Book } from '#contract/resources/books';
import { toMinutes } from '../../lib/durations.ts';
import { withStored } from '../../lib/with-stored.ts';
import { useAppSelector } from '../../store/hooks.ts';
import { booksSlice } from '../../store/slices.ts';
import { selectSettings } from '../../store/store.ts';
import { fileFault } from '../../ui/file-fault.ts';
import { FormFoot } from '../../ui/form-foot.tsx';
import classes from '../../ui/form.module.css';
import { EditorAlert } from '../../widgets/editor-alert.tsx';
import type { EditorForm } from '../../widgets/editor-dialog.tsx';
import type { CategoryOptions } from '../../widgets/use-category-options.ts';
import { useEditor } from '../../widgets/use-editor.ts';
import { BookCategoryFields } from './book-category-fields.tsx';
import { BookDurationField } from './book-duration-field.tsx';
import { AudioField, CoverField } from './book-file-fields.tsx';
import {
  type BookFormValues,
  bookFormRules,
  fieldOf,
  spareAuthorId,
  toFormValues,
  toPayload,
  toWholeNumber,
} from './book-form.ts';
import { useAudioLength } from './use-audio-length.ts';

type Field = keyof BookFormValues;

export interface BookFormProps {
  readonly form: EditorForm<Book>;
  readonly options: CategoryOptions;
}

/** What is wrong stands once, in the alert above the fields; the fields are marked and the first one gets the focus. */
export function BookForm({ form, options }: BookFormProps) {
  const { item: book } = form;
  const { t } = useTranslation();
  const settings = useAppSelector(selectSettings);
  const [values, setValues] = useState(() => toFormValues(book));
  const [spareId] = useState(() => spareAuthorId(book));
  const { formRef, ...editor } = useEditor(booksSlice, form, { fieldOf });
  const { errors, saving, mend } = editor;
  const audioLength = useAudioLength(values.audio);

  const set = <Key extends Field>(field: Key, value: BookFormValues[Key], fault?: string) => {
    setValues((before) => ({ ...before, [field]: value }));
    mend(field, fault);
  };

  const faultOf = (kind: 'image' | 'audio', file: File | undefined) =>
    fileFault(t, file, kind, settings[`max_${kind}_bytes`]);
  const chooseAudio = async (file: File | undefined) => {
    const fault = faultOf('audio', file);
    set('audio', file, fault);
    if (!file || fault !== undefined) return;
    const seconds = await audioLength.read(file);
    if (seconds === undefined) return;
    // Only where nobody has said otherwise.
    setValues((now) =>
      now.audio === file && toWholeNumber(now.duration) === 0
        ? { ...now, duration: String(toMinutes(seconds)) }
        : now,
    );
  };

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const wrong: Partial<Record<Field, string>> = {};
    for (const { path, message } of bookFormRules.safeParse(values).error?.issues ?? [])
      wrong[path[0] as Field] ??= message;
    for (const kind of ['image', 'audio'] as const) {
      const fault = faultOf(kind, values[kind]);
      if (fault) wrong[kind] = fault;
    }
    void editor.submit(toPayload(values, book, settings, spareId), wrong);
  };

  const field = (name: Exclude<Field, 'image' | 'audio'>) => ({
    name,
    value: values[name],
    error: Boolean(errors[name]),
  });

  return (
    <form ref={formRef} noValidate onSubmit={submit}>
      <Stack gap="sm">
        <EditorAlert editor={editor} />
        <fieldset className={classes['fields']} disabled={saving !== undefined}>
          <TextInput
            {...field('name')}
            className={classes['wide'] ?? ''}
            label={t('books.name')}
            withAsterisk
            data-autofocus
            maxLength={limits.maxNameLength}
            onChange={({ currentTarget: { value } }) => set('name', value)}
          />
          <Textarea
            {...field('description')}
            className={classes['wide'] ?? ''}
            label={t('books.description')}
            rows={4}
            maxLength={limits.maxDescriptionLength}
            onChange={({ currentTarget: { value } }) => set('description', value)}
          />
          <TextInput
            {...field('author')}
            label={t('books.author')}
            maxLength={limits.maxNameLength}
            placeholder={settings.provider_name}
            onChange={({ currentTarget: { value } }) => set('author', value)}
          />
          <NativeSelect
            {...field('language')}
            label={t('books.language')}
            data={withStored(
              languages.map(({ code, label }) => ({ value: String(code), label })),
              values.language,
              languageLabel(values.language),
            )}
            onChange={({ currentTarget: { value } }) => set('language', value)}
          />
          <BookCategoryFields
            book={book}
            options={options}
            category={values.category}
            subCategory={values.subCategory}
            errors={errors}
            onChange={set}
          />
          <NumberInput
            {...field('chapter_count')}
            label={t('books.chapterCount')}
            allowDecimal={false}
            onChange={(value) => set('chapter_count', String(value))}
          />
          <BookDurationField
            minutes={values.duration}
            audioSeconds={audioLength.seconds}
            hasError={Boolean(errors['duration'])}
            onChange={(minutes) => set('duration', minutes)}
          />
          <NativeSelect
            {...field('is_backup')}
            label={t('books.serviceType')}
            data={[
              { value: '1', label: t('books.backupService') },
              { value: '0', label: t('books.mainService') },
            ]}
            onChange={({ currentTarget: { value } }) => set('is_backup', value)}
          />
          <div />
          <CoverField
            file={values.image}
            stored={book?.thumbnail_url ?? book?.image_url}
            error={Boolean(errors['image'])}
            onChange={(file) => set('image', file, faultOf('image', file))}
          />
          <AudioField
            file={values.audio}
            stored={book?.audio_url}
            error={Boolean(errors['audio'])}
            onChange={(file) => void chooseAudio(file)}
          />
        </fieldset>
        <FormFoot
          saving={saving}
          submit={t(book ? 'books.update' : 'books.create')}
          busy={t(book ? 'books.updating' : 'books.creating')}
          onCancel={editor.cancel}
        />
      </Stack>
    </form>
  );
}
