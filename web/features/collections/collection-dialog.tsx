import { Stack, Textarea, TextInput } from '@mantine/core';
import { type FormEvent, useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { limits } from '#contract/limits';
import { messages } from '#contract/messages';
import type { Collection } from '#contract/resources/collections';
import { useAppSelector } from '../../store/hooks.ts';
import { collectionsSlice } from '../../store/slices.ts';
import { selectSettings } from '../../store/store.ts';
import { fileFault } from '../../ui/file-fault.ts';
import { FormFoot } from '../../ui/form-foot.tsx';
import { ImageField } from '../../ui/image-field.tsx';
import { useToast } from '../../ui/use-toast.ts';
import { EditorAlert } from '../../widgets/editor-alert.tsx';
import { EditorDialog, type EditorForm, type EditorTarget } from '../../widgets/editor-dialog.tsx';
import { useEditor } from '../../widgets/use-editor.ts';
import { BookResults } from './book-results.tsx';
import classes from './collection-dialog.module.css';
import { type ChangeBooks, type NamedBook, SelectedBooks } from './selected-books.tsx';

export interface CollectionDialogProps {
  /** Undefined closes it. Each opening is a new object and begins with a fresh form. */
  readonly target: EditorTarget<Collection> | undefined;
  readonly onClose: () => void;
  readonly onSaved: (isNew: boolean) => void;
}

export function CollectionDialog({ target, onClose, onSaved }: CollectionDialogProps) {
  const { t } = useTranslation();
  return (
    <EditorDialog
      target={target}
      title={(isNew) => t(isNew ? 'collections.createTitle' : 'collections.editTitle')}
      size="xl"
      onClose={onClose}
      onSaved={onSaved}
    >
      {(form) => <CollectionForm form={form} />}
    </EditorDialog>
  );
}

function CollectionForm({ form }: { readonly form: EditorForm<Collection> }) {
  const { item: collection } = form;
  const { t } = useTranslation();
  const toast = useToast();
  const { max_image_bytes } = useAppSelector(selectSettings);
  const [title, setTitle] = useState(collection?.title ?? '');
  const [description, setDescription] = useState(collection?.description ?? '');
  const [image, setImage] = useState<File>();
  const [books, setBooks] = useState<readonly NamedBook[]>(collection?.books ?? []);
  const { formRef, ...editor } = useEditor(collectionsSlice, form, {
    onFailed: (message) => toast('error', message),
  });
  const { errors, saving, mend } = editor;
  const faultOf = (file: File | undefined) => fileFault(t, file, 'image', max_image_bytes);
  const changeBooks: ChangeBooks = useCallback(
    (change) => {
      setBooks(change);
      mend('book_codes');
    },
    [mend],
  );

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const imageFault = faultOf(image);
    void editor.submit(
      {
        title: title.trim(),
        description: description.trim(),
        book_codes: books.map(({ code }) => code),
        ...(image && { image }),
      },
      {
        ...(title.trim() === '' && { title: messages.titleRequired }),
        ...(imageFault !== undefined && { image: imageFault }),
      },
    );
  };

  return (
    <form ref={formRef} noValidate onSubmit={submit}>
      <Stack gap="sm">
        <EditorAlert editor={editor} />
        <fieldset className={classes['fields']} disabled={saving !== undefined}>
          <div className={classes['about']}>
            <div className={classes['words']}>
              <TextInput
                name="title"
                label={t('collections.title')}
                withAsterisk
                data-autofocus
                maxLength={limits.maxNameLength}
                value={title}
                error={errors['title'] !== undefined}
                onChange={({ currentTarget: { value } }) => {
                  setTitle(value);
                  mend('title');
                }}
              />
              <Textarea
                name="description"
                label={t('collections.description')}
                rows={3}
                maxLength={limits.maxDescriptionLength}
                value={description}
                error={errors['description'] !== undefined}
                onChange={({ currentTarget: { value } }) => {
                  setDescription(value);
                  mend('description');
                }}
              />
            </div>
            <ImageField
              name="image"
              label={t('collections.image')}
              stored={collection?.thumbnail_url ?? collection?.image}
              file={image}
              error={errors['image'] !== undefined}
              onChange={(file) => {
                setImage(file);
                mend('image', faultOf(file));
              }}
            />
          </div>
          <h3 className={classes['heading']}>{t('collections.books')}</h3>
          <BookResults selected={books} onChange={changeBooks} />
          <SelectedBooks books={books} onChange={changeBooks} />
        </fieldset>
        <FormFoot
          saving={saving}
          submit={t('collections.save')}
          busy={t('collections.saving')}
          onCancel={editor.cancel}
        />
      </Stack>
    </form>
  );
}
