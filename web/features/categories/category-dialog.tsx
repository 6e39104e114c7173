import { useTranslation } from 'react-i18next';
import type { Category } from '#contract/categories/categories';
import { categoriesSlice } from './categories.slice.ts';
import { ImageField } from '#web/ui/image-field.tsx';
import { EditorDialog, type EditorForm } from '#web/core/components/editor-dialog.tsx';
import { EditorFields } from '#web/core/components/editor-fields.tsx';
import type { ResourceDialogProps } from '#web/core/components/resource-list/resource-screen.tsx';
import { changedDefaults, defaultsText } from '#web/core/components/subjects/default-subjects.ts';
import { DefaultSubjectsSection } from '#web/core/components/subjects/default-subjects-section.tsx';
import { NameAndCodeFields } from '#web/core/components/name-and-code-fields.tsx';
import { useEditor } from '#web/core/components/use-editor.ts';
import { useProposedCode } from '#web/core/components/use-proposed-code.ts';

export function CategoryDialog(props: ResourceDialogProps<Category>) {
  const { t } = useTranslation();
  return (
    <EditorDialog {...props} title={(isNew) => t(isNew ? 'categories.createTitle' : 'categories.editTitle')}>
      {(form) => <CategoryForm form={form} />}
    </EditorDialog>
  );
}

const toValues = (category: Category | undefined) => ({
  name: category?.name ?? '',
  default_subjects: defaultsText(category),
});

/**
 * The form of a category. Errors are shown at their fields, in neither toast nor alert. Only an edit conflict has an alert for its actions.
 */
export function CategoryForm({ form }: { readonly form: EditorForm<Category> }) {
  const { item: category } = form;
  const { t } = useTranslation();
  const { formRef, submit, ...editor } = useEditor(categoriesSlice, form, {
    initial: toValues,
    showsErrorsInFields: true,
  });
  const { values, saving } = editor;
  const isEnabled = !category && saving === undefined;
  const proposedCode = useProposedCode('categories', values.name, isEnabled);
  const code = category?.code || proposedCode;

  const save = () => {
    const defaults = changedDefaults(values.default_subjects, category);
    void submit({ name: values.name.trim(), code, ...defaults });
  };

  return (
    <EditorFields
      editor={editor}
      ref={formRef}
      isValidatedByBrowser
      onSubmit={save}
      submit={t(category ? 'categories.update' : 'categories.create')}
    >
      <NameAndCodeFields editor={editor} texts="categories" code={code} isNew={!category} />
      <ImageField
        {...editor.file('image')}
        label={t('categories.image')}
        stored={category?.thumbnail_url ?? category?.image_url}
      />
      <DefaultSubjectsSection editor={editor} />
    </EditorFields>
  );
}
