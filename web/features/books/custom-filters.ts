import { useTranslation } from 'react-i18next';
import type { CustomField } from '#contract/custom-fields/custom-fields';
import { customPrefix, rangeTypes } from '#contract/custom-fields/custom-values';
import type { ViewQuery } from '#contract/saved-views/view-lists';
import { useCustomFields } from '#web/core/components/use-custom-fields.ts';
import type { FilterChip } from '#web/ui/filter-chips.tsx';
import type { SelectFilter } from '#web/ui/filter-bar.tsx';

/* The filters by custom fields are one text, such as `mood=Dark&season.from=2`, so that the other filters do not depend on the fields. */

const entriesOf = (text: string): [string, string][] => [...new URLSearchParams(text)];

/** Returns the number of filters in a text. */
export const countCustomFilters = (text: string): number => entriesOf(text).length;

/** Returns the text with another value of a filter. A blank value removes it. */
export function changeCustomFilter(text: string, name: string, value: string): string {
  const others = entriesOf(text).filter(([key]) => key !== name);
  const entries = value.trim() === '' ? others : [...others, [name, value.trim()]];
  return new URLSearchParams(
    entries.toSorted(([first = ''], [second = '']) => (first < second ? -1 : 1)),
  ).toString();
}

/** Returns the query parameters of the filters: `custom.mood`. */
export const customQuery = (text: string): Record<string, string> =>
  Object.fromEntries(entriesOf(text).map(([name, value]) => [customPrefix + name, value]));

/** Returns the text of the filters of a view. */
export const customOfQuery = (query: ViewQuery): string =>
  Object.entries(query).reduce(
    (text, [name, value]) =>
      name.startsWith(customPrefix) ? changeCustomFilter(text, name.slice(customPrefix.length), value) : text,
    '',
  );

interface FilterInput extends Pick<SelectFilter, 'label' | 'options' | 'input'> {
  readonly name: string;
}

/** Returns the fields and chips of the filters by custom fields. A filter without a field has a chip, which removes it. */
export function useCustomFilters(text: string, onChange: (text: string) => void) {
  const { t } = useTranslation();
  const customFields = useCustomFields();
  const values = new Map(entriesOf(text));
  const inputsOf = ({ key, label, type, choices }: CustomField): FilterInput[] => {
    if (type === 'choice')
      return [{ name: key, label, options: choices.map(({ name }) => ({ value: name, label: name })) }];
    if (type === 'yes_no')
      return [
        {
          name: key,
          label,
          options: [
            { value: 'yes', label: t('books.yes') },
            { value: 'no', label: t('books.no') },
          ],
        },
      ];
    if (!rangeTypes.includes(type)) return [{ name: key, label, input: 'text' }];
    const input = type === 'date' ? 'date' : 'number';
    return [
      { name: `${key}.from`, label: t('books.filterFrom', { label }), input },
      { name: `${key}.to`, label: t('books.filterTo', { label }), input },
    ];
  };
  const inputs = customFields.filter(({ is_filter }) => is_filter).flatMap(inputsOf);
  const filters = inputs.map(
    ({ name, label, options, input }): SelectFilter => ({
      label,
      value: values.get(name) ?? '',
      ...(options && { options: [{ value: '', label: t('books.customAll', { label }) }, ...options] }),
      ...(input && { input }),
      onChange: (value) => onChange(changeCustomFilter(text, name, value)),
      isRare: true,
    }),
  );
  const chips = [...values]
    .filter(([name]) => !inputs.some((input) => input.name === name))
    .map(
      ([name, value]): FilterChip => ({
        label: t('ui.filterOf', {
          name: customFields.find(({ key }) => key === name)?.label ?? name,
          value,
        }),
        onRemove: () => onChange(changeCustomFilter(text, name, '')),
      }),
    );
  return { filters, chips };
}
