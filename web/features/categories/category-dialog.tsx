import { Stack, Text, TextInput } from '@mantine/core';
import type { FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { formatSubjects } from '#contract/books/book-subjects';
import type { Category } from '#contract/categories/categories';
import { categoriesSlice } from './categories.slice.ts';
import { createLazyComponent } from '#web/core/lib/lazy-component.tsx';
import { FormActions } from '#web/ui/form-actions.tsx';
import { FormSection } from '#web/ui/form-section.tsx';
import classes from '#web/ui/form.module.css';
import { ImageField } from '#web/ui/image-field.tsx';
import { EditorAlert } from '#web/core/components/editor-alert.tsx';
import { EditorDialog, type EditorForm } from '#web/core/components/editor-dialog.tsx';
import type { ResourceDialogProps } from '#web/core/components/resource-list/resource-screen.tsx';
import { useEditor } from '#web/core/components/use-editor.ts';
import { useProposedCode } from '#web/core/components/use-proposed-code.ts';

const SubjectsField = createLazyComponent(
  async () => (await import('#web/core/components/subjects/subjects-field.tsx')).SubjectsField,
);

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
  default_subjects: formatSubjects(category?.default_subjects ?? []),
});

/**
 * The form of a category. Errors are shown at their fields, in neither toast nor alert. Only an edit conflict has an alert for its actions.
 */
export function CategoryForm({ form }: { readonly form: EditorForm<Category> }) {
  const { item: category } = form;
  const { t } = useTranslation();
  const { formRef, ...editor } = useEditor(categoriesSlice, form, {
    initial: toValues,
    showsErrorsInFields: true,
  });
  const { values, errors, saving } = editor;
  const isEnabled = !category && saving === undefined;
  const proposedCode = useProposedCode('categories', values.name, isEnabled);
  const code = category?.code || proposedCode;

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const { default_subjects } = values;
    const isSame = default_subjects === toValues(category).default_subjects;
    void editor.submit({ name: values.name.trim(), code, ...(!isSame && { default_subjects }) });
  };

  return (
    <form ref={formRef} onSubmit={submit}>
      <Stack gap="sm">
        <EditorAlert editor={editor} />
        <TextInput
          {...editor.text('name')}
          label={t('categories.name')}
          required
          data-autofocus
          disabled={saving !== undefined}
          error={errors['name']}
        />
        <TextInput
          name="code"
          label={t('categories.code')}
          description={category ? undefined : t('categories.codeHint')}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          required
          disabled
          readOnly
          classNames={{ input: classes['shown'] ?? '' }}
          value={code}
          error={errors['code']}
        />
        <ImageField
          {...editor.file('image')}
          label={t('categories.image')}
          stored={category?.thumbnail_url ?? category?.image_url}
        />
        <FormSection
          title={t('categories.defaultSubjects')}
          summary={category?.default_subjects && String(category.default_subjects.length)}
          isRenderedOnOpen
          mustOpen={errors['default_subjects'] !== undefined}
        >
          {errors['default_subjects'] !== undefined && (
            <Text size="sm" c="red" role="alert" className={classes['wide'] ?? ''}>
              {errors['default_subjects']}
            </Text>
          )}
          <SubjectsField
            legend={t('categories.defaultSubjects')}
            empty={t('categories.noDefaultSubjects')}
            value={values.default_subjects}
            isInvalid={errors['default_subjects'] !== undefined}
            onChange={(subjects) => editor.set('default_subjects', subjects)}
          />
        </FormSection>
        <FormActions
          saving={saving}
          status={editor.status}
          submit={t(category ? 'categories.update' : 'categories.create')}
          onCancel={editor.cancel}
        />
      </Stack>
    </form>
  );
}
