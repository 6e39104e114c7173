import { Stack, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { limits } from '#contract/limits';
import { messages } from '#contract/messages';
import type { Category } from '#contract/resources/categories';
import { slugOf } from '#contract/slug';
import { useAppSelector } from '../../store/hooks.ts';
import { categoriesSlice } from '../../store/slices.ts';
import { selectSettings } from '../../store/store.ts';
import { fileFault } from '../../ui/file-fault.ts';
import { FormFoot } from '../../ui/form-foot.tsx';
import classes from '../../ui/form.module.css';
import { ImageField } from '../../ui/image-field.tsx';
import { EditorAlert } from '../../widgets/editor-alert.tsx';
import { EditorDialog, type EditorForm, type EditorTarget } from '../../widgets/editor-dialog.tsx';
import { useEditor } from '../../widgets/use-editor.ts';

export interface CategoryDialogProps {
  /** Undefined closes it. Each opening is a new object and begins with a fresh form. */
  readonly target: EditorTarget<Category> | undefined;
  readonly onClose: () => void;
  readonly onSaved: (isNew: boolean) => void;
}

export function CategoryDialog({ target, onClose, onSaved }: CategoryDialogProps) {
  const { t } = useTranslation();
  return (
    <EditorDialog
      target={target}
      title={(isNew) => t(isNew ? 'categories.createTitle' : 'categories.editTitle')}
      onClose={onClose}
      onSaved={onSaved}
    >
      {(form) => <CategoryForm form={form} />}
    </EditorDialog>
  );
}

/** A refused save says nothing here and keeps what was typed; only an edit conflict has an alert, for its way out. */
function CategoryForm({ form }: { readonly form: EditorForm<Category> }) {
  const { item: category } = form;
  const { t } = useTranslation();
  const { max_image_bytes } = useAppSelector(selectSettings);
  const [name, setName] = useState(category?.name ?? '');
  const [image, setImage] = useState<File>();
  const { formRef, ...editor } = useEditor(categoriesSlice, form, { fieldOf: () => undefined });
  const { errors, saving } = editor;
  const code = category?.code || slugOf(name);
  const faultOf = (file: File | undefined) => fileFault(t, file, 'image', max_image_bytes);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const imageFault = faultOf(image);
    void editor.submit(
      { name: name.trim(), code, ...(image && { image }) },
      {
        ...(name.trim() === '' && { name: messages.nameRequired }),
        ...(imageFault !== undefined && { image: imageFault }),
      },
    );
  };

  return (
    <form ref={formRef} noValidate onSubmit={submit}>
      <Stack gap="sm">
        {editor.isConflict && <EditorAlert editor={editor} />}
        <TextInput
          name="name"
          label={t('categories.name')}
          required
          data-autofocus
          disabled={saving !== undefined}
          maxLength={limits.maxNameLength}
          value={name}
          error={errors['name']}
          onChange={({ currentTarget: { value } }) => {
            setName(value);
            editor.mend('name');
          }}
        />
        <TextInput
          name="code"
          label={t('categories.code')}
          required
          disabled
          readOnly
          classNames={{ input: classes['shown'] ?? '' }}
          value={code}
        />
        <ImageField
          name="image"
          label={t('categories.image')}
          stored={category?.thumbnail_url ?? category?.image_url}
          file={image}
          error={errors['image']}
          onChange={(file) => {
            setImage(file);
            editor.mend('image', faultOf(file));
          }}
        />
        <FormFoot
          saving={saving}
          submit={t(category ? 'categories.update' : 'categories.create')}
          onCancel={editor.cancel}
        />
      </Stack>
    </form>
  );
}
