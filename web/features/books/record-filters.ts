import { useTranslation } from 'react-i18next';
import {
  bookDetails,
  choiceDetails,
  dateDetails,
  type DayFilterName,
  mapDayFilters,
} from '#contract/books/book-details';
import type { SelectFilter } from '#web/ui/filter-bar.tsx';
import { type BookFilters, defaultFilters } from './book-filters.ts';

const dayFilterNames = Object.keys(mapDayFilters(() => '')) as DayFilterName[];
/** The filters by a record or subject, which pickers set. */
export const recordFilterNames = [
  'contributor_id',
  'series_id',
  'publisher_id',
  'imprint_id',
  'subject',
  'work_of',
] as const;
export type RecordFilterName = (typeof recordFilterNames)[number];

const filterNames = [
  ...choiceDetails,
  ...dayFilterNames,
  ...recordFilterNames,
  'rights_ending_within',
] as const;

/** The offered numbers of days in which rights end. */
const rightsDays = ['30', '90', '365'];

/** Returns the number of active filters by the publication record. */
export const countRecordFilters = (filters: BookFilters): number =>
  filterNames.filter((name) => filters[name] !== defaultFilters[name]).length;

/** Returns the fields of the filters by the publication record. Dates other than that of publication have fields while they are filtered by. */
export function useRecordFilters(
  filters: BookFilters,
  onChange: (change: Partial<BookFilters>) => void,
): SelectFilter[] {
  const { t } = useTranslation();
  const choices = choiceDetails.map((name) => ({
    label: bookDetails[name].label,
    value: filters[name],
    options: [
      { value: '', label: bookDetails[name].all },
      ...Object.entries<string>(bookDetails[name].choices).map(([value, label]) => ({ value, label })),
    ],
    onChange: (value: string) => onChange({ [name]: value }),
  }));
  const days = dateDetails.flatMap((dateName) =>
    (['from', 'to'] as const).flatMap((side) => {
      const name = `${dateName}_${side}` as const;
      if (dateName !== 'publication_date' && filters[name] === '') return [];
      const { label } = bookDetails[dateName];
      return {
        label: t(side === 'from' ? 'books.filterFrom' : 'books.filterTo', { label }),
        value: filters[name],
        input: 'date' as const,
        onChange: (value: string) => onChange({ [name]: value }),
      };
    }),
  );
  const current = filters.rights_ending_within;
  const offeredDays = current === '' || rightsDays.includes(current) ? rightsDays : [...rightsDays, current];
  const rights = {
    label: t('books.rightsEnding'),
    value: current,
    options: [
      { value: '', label: t('books.rightsEnding') },
      ...offeredDays.map((value) => ({ value, label: t('books.withinDays', { count: Number(value) }) })),
    ],
    onChange: (value: string) => onChange({ rights_ending_within: value }),
  };
  return [...choices, ...days, rights].map((filter) => ({ ...filter, isRare: true }));
}
