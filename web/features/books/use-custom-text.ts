import { useTranslation } from 'react-i18next';
import type { CustomField } from '#contract/custom-fields/custom-fields';
import type { CustomValue } from '#contract/custom-fields/custom-values';
import { dateFormat } from '#web/core/lib/formats.ts';

/** Returns a function that formats a value of a custom field as text; blank without a value. */
export function useCustomText(): (field: CustomField, value: CustomValue | undefined) => string {
  const { t, i18n } = useTranslation();
  return ({ type }, value) => {
    if (value === undefined) return '';
    if (typeof value === 'boolean') return t(value ? 'books.yes' : 'books.no');
    if (typeof value === 'number') return String(value);
    // A date has no time zone.
    return type === 'date' ? dateFormat(i18n.language).format(new Date(`${value}T12:00:00`)) : value;
  };
}
