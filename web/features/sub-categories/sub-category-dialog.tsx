import { NativeSelect, Stack, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { limits } from '#contract/limits';
import { messages } from '#contract/messages';
import type { Category } from '#contract/resources/categories';
import type { SubCategory } from '#contract/resources/sub-categories';
import { slugOf } from '#contract/slug';
import { withStored } from '../../lib/with-stored.ts';
import { subCategoriesSlice } from '../../store/slices.ts';
import { FormFoot } from '../../ui/form-foot.tsx';
import classes from '../../ui/form.module.css';
import { EditorAlert } from '../../widgets/editor-alert.tsx';
import { EditorDialog, type EditorForm, type EditorTarget } from '../../widgets/editor-dialog.tsx';
import { useEditor } from '../../widgets/use-editor.ts';

export interface SubCategoryDialogProps {
  /** Undefined closes it. Each opening is a new object and begins with a fresh form. */
  readonly target: EditorTarget<SubCategory> | undefined;
  readonly categories: readonly Category[];
  readonly onClose: () => void;
  readonly onSaved: (isNew: boolean) => void;
}

export function SubCategoryDialog({ target, categories, onClose, onSaved }: SubCategoryDialogProps) {
  const { t } = useTranslation();
  return (
    <EditorDialog
      target={target}
      title={(isNew) => t(isNew ? 'subCategories.createTitle' : 'subCategories.editTitle')}
      onClose={onClose}
      onSaved={onSaved}
    >
      {(form) => <SubCategoryForm form={form} categories={categories} />}
    </EditorDialog>
  );
}

interface SubCategoryFormProps {
  readonly form: EditorForm<SubCategory>;
  readonly categories: readonly Category[];
}

/** A refused save says nothing here and keeps what was typed; only an edit conflict has an alert, for its way out. */
function SubCategoryForm({ form, categories }: SubCategoryFormProps) {
  const { item: subCategory } = form;
  const { t } = useTranslation();
  const [name, setName] = useState(subCategory?.name ?? '');
  const [category, setCategory] = useState(subCategory?.category_code ?? '');
  const { formRef, ...editor } = useEditor(subCategoriesSlice, form, { fieldOf: () => undefined });
  const { errors, saving } = editor;
  const code = subCategory?.code || slugOf(name);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    void editor.submit(
      { name: name.trim(), code, category_code: category },
      {
        ...(name.trim() === '' && { name: messages.nameRequired }),
        ...(category === '' && { category: messages.categoryRequired }),
      },
    );
  };

  return (
    <form ref={formRef} noValidate onSubmit={submit}>
      <Stack gap="sm">
        {editor.isConflict && <EditorAlert editor={editor} />}
        <TextInput
          name="name"
          label={t('subCategories.name')}
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
          label={t('subCategories.code')}
          required
          disabled
          readOnly
          classNames={{ input: classes['shown'] ?? '' }}
          value={code}
        />
        <NativeSelect
          name="category_code"
          label={t('subCategories.category')}
          required
          disabled={saving !== undefined}
          value={category}
          error={errors['category']}
          data={withStored(
            [
              { value: '', label: t('subCategories.selectCategory') },
              ...categories.map((each) => ({ value: each.code, label: each.name })),
            ],
            category,
            subCategory?.category?.name,
          )}
          onChange={({ currentTarget: { value } }) => {
            setCategory(value);
            editor.mend('category');
          }}
        />
        <FormFoot
          saving={saving}
          submit={t(subCategory ? 'subCategories.update' : 'subCategories.create')}
          onCancel={editor.cancel}
        />
      </Stack>
    </form>
  );
}
