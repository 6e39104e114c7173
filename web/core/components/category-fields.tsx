import { NativeSelect } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { withCurrentOption } from '#web/core/lib/with-current-option.ts';
import { SearchFailed } from '#web/ui/search-failed.tsx';
import type { CategoryOptions } from './use-category-options.ts';

type Field = 'category_code' | 'sub_category_code';

export interface CategoryFieldsProps {
  /** The stored category. It is displayed even if the options do not contain it. */
  readonly stored:
    | {
        readonly category: { readonly name: string } | null;
        readonly sub_category: { readonly name: string } | null;
      }
    | undefined;
  readonly options: CategoryOptions;
  /** Functions of `useEditor`. */
  readonly editor: {
    readonly values: Readonly<Record<Field, string>>;
    readonly choice: (field: Field) => { name: string; value: string; error: boolean };
    readonly set: (field: Field, code: string) => void;
  };
  /** Called with the codes after each change. */
  readonly onSelect?: (codes: { readonly category: string; readonly subCategory: string }) => void;
}

/** Selects a category and a sub-category. A change of the category clears a sub-category that does not belong to it. */
export function CategoryFields({ stored, options, editor, onSelect }: CategoryFieldsProps) {
  const { t } = useTranslation();
  const { category_code: category, sub_category_code: subCategory } = editor.values;
  const subCategoriesOf = (code: string) =>
    options.categories.find((item) => item.code === code)?.sub_categories ?? [];
  const subCategories = subCategoriesOf(category);
  const changeCategory = (code: string) => {
    editor.set('category_code', code);
    const isKept = subCategoriesOf(code).some((sub) => sub.code === subCategory);
    if (!isKept) editor.set('sub_category_code', '');
    onSelect?.({ category: code, subCategory: isKept ? subCategory : '' });
  };
  const optionsOf = (entries: readonly { code: string; name: string }[], none: string) => [
    { value: '', label: none },
    ...entries.map(({ code, name }) => ({ value: code, label: name })),
  ];
  return (
    <>
      <div>
        <NativeSelect
          {...editor.choice('category_code')}
          label={t('books.category')}
          disabled={options.isLoading}
          data={withCurrentOption(
            optionsOf(
              options.categories,
              t(options.isLoading ? 'books.loadingCategories' : 'books.selectCategory'),
            ),
            category,
            stored?.category?.name,
          )}
          onChange={({ currentTarget: { value } }) => changeCategory(value)}
        />
        {options.hasFailed && <SearchFailed onRetry={options.retry} />}
      </div>
      <NativeSelect
        {...editor.choice('sub_category_code')}
        label={t('books.subCategory')}
        disabled={category === '' || subCategories.length === 0}
        data={withCurrentOption(
          optionsOf(subCategories, t('books.selectSubCategory')),
          subCategory,
          stored?.sub_category?.name,
        )}
        onChange={({ currentTarget: { value } }) => {
          editor.set('sub_category_code', value);
          onSelect?.({ category, subCategory: value });
        }}
      />
    </>
  );
}
