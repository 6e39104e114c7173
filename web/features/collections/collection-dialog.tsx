import { Textarea, TextInput } from '@mantine/core';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { type Collection, collections } from '#contract/collections/collections';
import { textFields } from '#web/core/lib/plain-texts.ts';
import { collectionsSlice } from './collections.slice.ts';
import { ImageField } from '#web/ui/image-field.tsx';
import { SaveConfirmation, useSaveConfirmation } from '#web/ui/save-confirmation.tsx';
import { useToast } from '#web/ui/use-toast.ts';
import { EditorDialog, type EditorForm } from '#web/core/components/editor-dialog.tsx';
import { EditorFields } from '#web/core/components/editor-fields.tsx';
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
  const { formRef, submit, values, update, ...editor } = useEditor(collectionsSlice, form, {
    initial: toValues,
    fieldOf,
    onFailed: (message) => toast('error', message),
  });
  const confirmation = useSaveConfirmation();
  const { error: imageError, ...image } = editor.file('image');
  const changeBooks: ChangeBooks = useCallback((change) => update('book_codes', change), [update]);

  const save = () => {
    const book_codes = values.book_codes.map(({ code }) => code);
    const confirmSave = book_codes.length === 0 ? confirmation.confirmSave : undefined;
    void submit({ ...texts.trimmed(values), book_codes }, {}, confirmSave);
  };

  return (
    <EditorFields
      editor={editor}
      ref={formRef}
      group={classes['fields'] ?? ''}
      onSubmit={save}
      submit={t('collections.save')}
      busy={t('collections.saving')}
    >
      <div className={classes['about']}>
        <div className={classes['messages']}>
          <TextInput {...editor.text('title')} label={t('collections.title')} withAsterisk data-autofocus />
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
      <SaveConfirmation
        {...confirmation.props}
        title={t('collections.emptyTitleOfSave')}
        text={t('collections.emptyTextOfSave')}
      />
    </EditorFields>
  );
}
