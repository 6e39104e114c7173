import { Anchor } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { SubCategory } from '#contract/sub-categories/sub-categories';
import type { RecordSummary } from '#web/core/components/record-page/record-head.tsx';
import { RecordPage } from '#web/core/components/record-page/record-page.tsx';
import { useCategoryOptions } from '#web/core/components/use-category-options.ts';
import { recordAddress } from '#web/core/lib/record-address.ts';
import { subCategoriesSlice } from './sub-categories.slice.ts';
import { SubCategoryForm } from './sub-category-dialog.tsx';

const summaryOf = ({ name, code, category }: SubCategory): RecordSummary => ({
  name,
  code,
  status: category?.id !== undefined && (
    <Anchor component={Link} to={recordAddress('categories', category.id)} size="sm">
      {category.name}
    </Anchor>
  ),
});

export function SubCategoryPage() {
  const { t } = useTranslation();
  const options = useCategoryOptions();
  return (
    <RecordPage
      slice={subCategoriesSlice}
      heading={t('subCategory.heading')}
      summary={summaryOf}
      renderForm={(form) => <SubCategoryForm form={form} options={options} />}
    />
  );
}
