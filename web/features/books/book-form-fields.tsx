import { NativeSelect, Stack, Textarea, TextInput } from '@mantine/core';
import { type FormEvent, useContext, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { languageLabel } from '#contract/core/languages';
import type { Book } from '#contract/books/books';
import { toMinutes } from '#web/core/lib/durations.ts';
import { toWholeNumber } from '#web/core/lib/whole-number.ts';
import { withCurrentOption } from '#web/core/lib/with-current-option.ts';
import { useAppSelector } from '#web/core/store/hooks.ts';
import { booksSlice } from './books.slice.ts';
import { selectSettings } from '#web/core/store/store.ts';
import { FormActions } from '#web/ui/form-actions.tsx';
import classes from '#web/ui/form.module.css';
import { FormContainerContext } from '#web/ui/form-container.ts';
import { NumberField } from '#web/ui/number-field.tsx';
import { useToast } from '#web/ui/use-toast.ts';
import { EditorAlert } from '#web/core/components/editor-alert.tsx';
import type { EditorForm } from '#web/core/components/editor-dialog.tsx';
import type { CategoryOptions } from '#web/core/components/use-category-options.ts';
import { useEditor } from '#web/core/components/use-editor.ts';
import { useCustomFields } from '#web/core/components/use-custom-fields.ts';
import { useFileDrop } from '#web/core/components/use-file-drop.ts';
import { BookAuthorField } from './book-author-field.tsx';
import { CategoryFields } from '#web/core/components/category-fields.tsx';
import { BookDetailFields } from './book-detail-fields.tsx';
import { BookDurationField } from './book-duration-field.tsx';
import { AudioField, CoverField } from './book-file-fields.tsx';
import {
  detailLabelOf,
  fallbackAuthorId,
  fieldOf,
  toEditionValues,
  toFormValues,
  toPayload,
} from './book-form.ts';
import { customErrors } from './custom-form.ts';
import { CustomFieldsSection } from './custom-fields-section.tsx';
import { ContributorsField } from './contributors-field.tsx';
import { ContentEditorLink } from './content-editor-link.tsx';
import { type Placement, subjectsAfter } from './default-subjects.ts';
import { useAudioLength } from './use-audio-length.ts';

export interface BookFormProps {
  readonly form: EditorForm<Book>;
  readonly options: CategoryOptions;
  /** The book whose work a new book belongs to. Its values are the initial ones. */
  readonly editionOf?: Book;
}

/** The form of a book. Errors are listed once above the fields. The fields are marked, and the first one is focused. */
export function BookForm({ form, options, editionOf }: BookFormProps) {
  const { item: book } = form;
  const { isPage } = useContext(FormContainerContext);
  const { t } = useTranslation();
  const settings = useAppSelector(selectSettings);
  const customFields = useCustomFields();
  const toast = useToast();
  const [fallbackId] = useState(() => fallbackAuthorId(book));
  const { formRef, ...editor } = useEditor(booksSlice, form, {
    initial: (item) => (editionOf ? toEditionValues(editionOf, settings) : toFormValues(item, settings)),
    autosaveOfNew: editionOf && `edition of ${editionOf.code}`,
    fieldOf,
    sectionOf: detailLabelOf,
  });
  const { values, saving } = editor;
  const cover = editor.file('image');
  const audio = editor.file('audio');
  const audioLength = useAudioLength(audio.error === undefined ? audio.file : undefined);

  const chosenFile = useRef<File>(undefined);
  const chooseAudio = async (file: File | undefined) => {
    chosenFile.current = file;
    const error = audio.onChange(file);
    if (!file || error !== undefined) return;
    const seconds = await audioLength.read(file);
    // Only if the user has not entered a value.
    if (seconds !== undefined && chosenFile.current === file)
      editor.update('duration', (now) => (toWholeNumber(now) === 0 ? String(toMinutes(seconds)) : now));
  };

  const isDraggedOver = useFileDrop({
    isOff: saving !== undefined,
    onFile: (kind, file) => void (kind === 'audio' ? chooseAudio(file) : cover.onChange(file)),
    onOther: (file) => toast('error', t('books.dropOther', { file })),
  });

  const applyDefaults = (placement: Placement) => {
    if (book) return;
    const { subjects, default_subjects } = subjectsAfter(values, options.categories, placement);
    editor.set('subjects', subjects);
    editor.set('default_subjects', default_subjects);
  };

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const payload = toPayload(values, { book, settings, fallbackId });
    void editor.submit(payload, customErrors(customFields, values.custom, book));
  };

  return (
    <form
      ref={formRef}
      noValidate
      onSubmit={submit}
      data-drop={isDraggedOver}
      className={classes['droppable']}
    >
      <Stack gap="sm">
        <EditorAlert editor={editor} />
        {isDraggedOver && <output>{t('books.dropHint')}</output>}
        <fieldset className={classes['fields']} disabled={saving !== undefined}>
          <TextInput
            {...editor.text('name')}
            className={classes['wide'] ?? ''}
            label={t('books.name')}
            withAsterisk
            data-autofocus
          />
          <Textarea
            {...editor.text('description')}
            className={classes['wide'] ?? ''}
            label={t('books.description')}
            rows={4}
          />
          <BookAuthorField
            field={editor.text('author')}
            stored={book?.author}
            placeholder={settings.provider_name}
            onType={(name) => editor.set('author', name)}
            onPick={(author) => {
              editor.set('author', author.name);
              editor.set('picked_author', author);
            }}
          />
          <NativeSelect
            {...editor.choice('language')}
            label={t('books.language')}
            data={withCurrentOption(
              settings.languages
                .filter(({ is_offered }) => is_offered)
                .map(({ code, label }) => ({ value: String(code), label })),
              values.language,
              languageLabel(values.language),
            )}
          />
          <CategoryFields stored={book} options={options} editor={editor} onSelect={applyDefaults} />
          <NumberField
            {...editor.number('chapter_count')}
            label={t('books.chapterCount')}
            min={0}
            disabled={book?.has_chapters === true}
            classNames={{ input: classes['shown'] ?? '' }}
          />
          <BookDurationField field={editor.number('duration')} audioSeconds={audioLength.seconds} />
          <NativeSelect
            {...editor.choice('is_backup')}
            label={t('books.serviceType')}
            data={[
              { value: '1', label: t('books.backupService') },
              { value: '0', label: t('books.mainService') },
            ]}
          />
          {/* The page links to the content editor in its section "Content". */}
          <div>
            {book && !isPage && <ContentEditorLink bookId={book.id} opensInNewTab={editor.isDirty} />}
          </div>
          <CoverField {...cover} stored={book?.thumbnail_url ?? book?.image_url} />
          <AudioField {...audio} stored={book?.audio_url} onChange={(file) => void chooseAudio(file)} />
          <ContributorsField
            rows={values.contributors}
            isInvalid={editor.errors['contributors'] !== undefined}
            onChange={(rows) => editor.set('contributors', rows)}
          />
          <BookDetailFields editor={editor} stored={book} />
          <CustomFieldsSection
            fields={customFields}
            texts={values.custom}
            errors={editor.errors}
            onChange={(change, name) => {
              editor.update('custom', (before) => ({ ...before, ...change }));
              editor.mark(name);
            }}
          />
        </fieldset>
        <FormActions
          saving={saving}
          status={editor.status}
          submit={t(book ? 'books.update' : 'books.create')}
          busy={t(book ? 'books.updating' : 'books.creating')}
          onCancel={editor.cancel}
        />
      </Stack>
    </form>
  );
}
