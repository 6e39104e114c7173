import { NativeSelect } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { SubCategory } from '#contract/sub-categories/sub-categories';
import { withCurrentOption } from '#web/core/lib/with-current-option.ts';
import { subCategoriesSlice } from './sub-categories.slice.ts';
import { SearchFailed } from '#web/ui/search-failed.tsx';
import { EditorDialog, type EditorForm, type EditorTarget } from '#web/core/components/editor-dialog.tsx';
import { EditorFields } from '#web/core/components/editor-fields.tsx';
import type { CategoryOptions } from '#web/core/components/use-category-options.ts';
import { changedDefaults, defaultsText } from '#web/core/components/subjects/default-subjects.ts';
import { DefaultSubjectsSection } from '#web/core/components/subjects/default-subjects-section.tsx';
import { NameAndCodeFields } from '#web/core/components/name-and-code-fields.tsx';
import { useEditor } from '#web/core/components/use-editor.ts';
import { useProposedCode } from '#web/core/components/use-proposed-code.ts';

export interface SubCategoryDialogProps {
  /** The dialog is closed while this is undefined. Each new object opens it with a new form. */
  readonly target: EditorTarget<SubCategory> | undefined;
  readonly options: CategoryOptions;
  readonly onClose: () => void;
  readonly onSaved: (isNew: boolean) => void;
}

export function SubCategoryDialog({ target, options, onClose, onSaved }: SubCategoryDialogProps) {
  const { t } = useTranslation();
  return (
    <EditorDialog
      target={target}
      title={(isNew) => t(isNew ? 'subCategories.createTitle' : 'subCategories.editTitle')}
      onClose={onClose}
      onSaved={onSaved}
    >
      {(form) => <SubCategoryForm form={form} options={options} />}
    </EditorDialog>
  );
}

interface SubCategoryFormProps {
  readonly form: EditorForm<SubCategory>;
  readonly options: CategoryOptions;
}

const toValues = (subCategory: SubCategory | undefined) => ({
  name: subCategory?.name ?? '',
  category_code: subCategory?.category_code ?? '',
  default_subjects: defaultsText(subCategory),
});

/**
 * The form of a sub-category. Errors are shown at their fields, in neither toast nor alert. Only an edit conflict has an alert for its
 * actions.
 */
export function SubCategoryForm({ form, options }: SubCategoryFormProps) {
  const { item: subCategory } = form;
  const { t } = useTranslation();
  const { formRef, submit, ...editor } = useEditor(subCategoriesSlice, form, {
    initial: toValues,
    showsErrorsInFields: true,
  });
  const { values, errors, saving } = editor;
  const isEnabled = !subCategory && saving === undefined;
  const proposedCode = useProposedCode('sub-categories', values.name, isEnabled);
  const code = subCategory?.code || proposedCode;

  const save = () => {
    const { name, category_code, default_subjects } = values;
    const defaults = changedDefaults(default_subjects, subCategory);
    void submit({ name: name.trim(), code, category_code, ...defaults });
  };

  return (
    <EditorFields
      editor={editor}
      ref={formRef}
      isValidatedByBrowser
      onSubmit={save}
      submit={t(subCategory ? 'subCategories.update' : 'subCategories.create')}
    >
      <NameAndCodeFields editor={editor} texts="subCategories" code={code} isNew={!subCategory} />
      <NativeSelect
        {...editor.choice('category_code')}
        label={t('subCategories.category')}
        required
        disabled={saving !== undefined}
        error={errors['category_code']}
        data={withCurrentOption(
          [
            { value: '', label: t('subCategories.selectCategory') },
            ...options.categories.map((category) => ({ value: category.code, label: category.name })),
          ],
          values.category_code,
          subCategory?.category?.name,
        )}
      />
      {options.hasFailed && <SearchFailed onRetry={options.retry} />}
      <DefaultSubjectsSection editor={editor} />
    </EditorFields>
  );
}
