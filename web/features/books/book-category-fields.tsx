import { NativeSelect } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Book } from '#contract/resources/books';
import { withStored } from '../../lib/with-stored.ts';
import type { CategoryOptions } from '../../widgets/use-category-options.ts';

export interface BookCategoryFieldsProps {
  readonly book: Book | undefined;
  readonly options: CategoryOptions;
  readonly category: string;
  readonly subCategory: string;
  readonly errors: Readonly<Record<string, string>>;
  readonly onChange: (field: 'category' | 'subCategory', code: string) => void;
}

/** Two selects by code. Another category drops a sub-category that it does not have. */
export function BookCategoryFields(props: BookCategoryFieldsProps) {
  const { book, options, category, subCategory, errors, onChange } = props;
  const { t } = useTranslation();
  const subCategoriesOf = (code: string) =>
    options.categories.find((each) => each.code === code)?.sub_categories ?? [];
  const subCategories = subCategoriesOf(category);
  const changeCategory = (code: string) => {
    onChange('category', code);
    if (!subCategoriesOf(code).some((sub) => sub.code === subCategory)) onChange('subCategory', '');
  };
  const optionsOf = (entries: readonly { code: string; name: string }[], none: string) => [
    { value: '', label: none },
    ...entries.map(({ code, name }) => ({ value: code, label: name })),
  ];
  return (
    <>
      <NativeSelect
        name="category"
        label={t('books.category')}
        value={category}
        error={Boolean(errors['category'])}
        disabled={options.isLoading}
        data={withStored(
          optionsOf(
            options.categories,
            t(options.isLoading ? 'books.loadingCategories' : 'books.selectCategory'),
          ),
          category,
          book?.category?.name,
        )}
        onChange={({ currentTarget: { value } }) => changeCategory(value)}
      />
      <NativeSelect
        name="subCategory"
        label={t('books.subCategory')}
        value={subCategory}
        error={Boolean(errors['subCategory'])}
        disabled={category === '' || subCategories.length === 0}
        data={withStored(
          optionsOf(subCategories, t('books.selectSubCategory')),
          subCategory,
          book?.sub_category?.name,
        )}
        onChange={({ currentTarget: { value } }) => onChange('subCategory', value)}
      />
    </>
  );
}
