import { useTranslation } from 'react-i18next';
import type { Category } from '#contract/categories/categories';
import { NameLinks } from '#web/core/components/record-page/name-links.tsx';
import type { RecordSummary } from '#web/core/components/record-page/record-head.tsx';
import { RecordPage } from '#web/core/components/record-page/record-page.tsx';
import { Section } from '#web/ui/sections.tsx';
import { categoriesSlice } from './categories.slice.ts';
import { CategoryForm } from './category-dialog.tsx';

const imagePx = { width: 64, height: 64 };

const summaryOf = (category: Category): RecordSummary => ({
  name: category.name,
  code: category.code,
  image: { src: category.image_url, thumbnail: category.thumbnail_url, ...imagePx },
});

export function CategoryPage() {
  const { t } = useTranslation();
  return (
    <RecordPage
      slice={categoriesSlice}
      heading={t('category.heading')}
      summary={summaryOf}
      renderForm={(form) => <CategoryForm form={form} />}
      renderContent={({ sub_categories: entries }) => (
        <Section title={t('record.content')}>
          <NameLinks
            kind="sub-categories"
            entries={entries.map(({ id, name, code }) => ({ id, name, detail: code }))}
          />
        </Section>
      )}
    />
  );
}
