import { Stack, Textarea, TextInput } from '@mantine/core';
import { type FormEvent, useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { type Collection, collections } from '#contract/collections/collections';
import { textFields } from '#web/core/lib/plain-texts.ts';
import { collectionsSlice } from './collections.slice.ts';
import { FormActions } from '#web/ui/form-actions.tsx';
import { ImageField } from '#web/ui/image-field.tsx';
import { SaveConfirmation, useSaveConfirmation } from '#web/ui/save-confirmation.tsx';
import { useToast } from '#web/ui/use-toast.ts';
import { EditorAlert } from '#web/core/components/editor-alert.tsx';
import { EditorDialog, type EditorForm } from '#web/core/components/editor-dialog.tsx';
import type { ResourceDialogProps } from '#web/core/components/resource-list/resource-screen.tsx';
import { useEditor } from '#web/core/components/use-editor.ts';
import { BookResults } from './book-results.tsx';
import classes from './collection-dialog.module.css';
import { type ChangeBooks, type NamedBook, SelectedBooks } from './selected-books.tsx';

export function CollectionDialog(props: ResourceDialogProps<Collection>) {
  const { t } = useTranslation();
  return (
    <EditorDialog
      {...props}
      title={(isNew) => t(isNew ? 'collections.createTitle' : 'collections.editTitle')}
      size="xl"
    >
      {(form) => <CollectionForm form={form} />}
    </EditorDialog>
  );
}

const texts = textFields(collections);

const toValues = (collection: Collection | undefined) => ({
  ...texts.of(collection),
  book_codes: (collection?.books ?? []) as readonly NamedBook[],
});

/** Returns the form field of a contract path. Errors of a book belong to the list of books. */
const fieldOf = (path: string) => path.replace(/^book_codes\..*/, 'book_codes');

export function CollectionForm({ form }: { readonly form: EditorForm<Collection> }) {
  const { item: collection } = form;
  const { t } = useTranslation();
  const toast = useToast();
  const { formRef, ...editor } = useEditor(collectionsSlice, form, {
    initial: toValues,
    fieldOf,
    onFailed: (message) => toast('error', message),
  });
  const { values, saving, update } = editor;
  const confirmation = useSaveConfirmation();
  const { error: imageError, ...image } = editor.file('image');
  const changeBooks: ChangeBooks = useCallback((change) => update('book_codes', change), [update]);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const book_codes = values.book_codes.map(({ code }) => code);
    const confirmSave = book_codes.length === 0 ? confirmation.confirmSave : undefined;
    void editor.submit({ ...texts.trimmed(values), book_codes }, {}, confirmSave);
  };

  return (
    <form ref={formRef} noValidate onSubmit={submit}>
      <Stack gap="sm">
        <EditorAlert editor={editor} />
        <fieldset className={classes['fields']} disabled={saving !== undefined}>
          <div className={classes['about']}>
            <div className={classes['messages']}>
              <TextInput
                {...editor.text('title')}
                label={t('collections.title')}
                withAsterisk
                data-autofocus
              />
              <Textarea {...editor.text('description')} label={t('collections.description')} rows={3} />
            </div>
            <ImageField
              {...image}
              label={t('collections.image')}
              stored={collection?.thumbnail_url ?? collection?.image}
              error={imageError !== undefined}
            />
          </div>
          <h3 className={classes['heading']}>{t('collections.books')}</h3>
          <BookResults selected={values.book_codes} onChange={changeBooks} />
          <SelectedBooks books={values.book_codes} onChange={changeBooks} />
        </fieldset>
        <FormActions
          saving={saving}
          status={editor.status}
          submit={t('collections.save')}
          busy={t('collections.saving')}
          onCancel={editor.cancel}
        />
        <SaveConfirmation
          {...confirmation.props}
          title={t('collections.emptyTitleOfSave')}
          text={t('collections.emptyTextOfSave')}
        />
      </Stack>
    </form>
  );
}
