import { useTranslation } from 'react-i18next';
import { detailLabels } from '#contract/books/book-details';
import type { CustomField } from '#contract/custom-fields/custom-fields';
import { customPrefix } from '#contract/custom-fields/custom-values';
import { useCustomFields } from '#web/core/components/use-custom-fields.ts';

export interface CustomColumn {
  readonly key: string;
  readonly label: string;
  readonly field: CustomField;
}

/** Returns a column of the book list for each custom field. Columns have different labels, so an equal label has an addition. */
export function useCustomColumns(): readonly CustomColumn[] {
  const { t } = useTranslation();
  const usedLabels = new Set<string>([
    ...Object.values(detailLabels),
    t('books.id'),
    t('books.title'),
    t('books.author'),
    t('books.category'),
    t('books.subCategory'),
    t('books.readingTime'),
    t('books.duration'),
    t('books.language'),
    t('books.type'),
    t('books.year'),
    t('books.narrator'),
    t('books.contributors'),
    t('books.series'),
    t('books.actions'),
  ]);
  return useCustomFields().map((field) => ({
    key: customPrefix + field.key,
    label: usedLabels.has(field.label) ? t('books.customColumn', { label: field.label }) : field.label,
    field,
  }));
}
