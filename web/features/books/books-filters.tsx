import { Button, NativeSelect } from '@mantine/core';
import { IconListSearch } from '@tabler/icons-react';
import { memo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { languagesInForce } from '#contract/core/languages';
import { detailLabels } from '#contract/books/book-details';
import type { Book, SortDate } from '#contract/books/books';
import type { Category } from '#contract/categories/categories';
import type { Query } from '#web/core/api/encode.ts';
import { createIdleComponent, createLazyComponent } from '#web/core/lib/lazy-component.tsx';
import { FilterBar } from '#web/ui/filter-bar.tsx';
import { IconAction } from '#web/ui/icon-action.tsx';
import { SearchBox } from '#web/ui/search-box.tsx';
import { countCustomFilters, useCustomFilters } from './custom-filters.ts';
import { type BookFilters, dateSorts, defaultFilters } from './book-filters.ts';
import { useFilterNames } from './filter-names.ts';
import { nameInBook } from './name-in-book.ts';
import { countRecordFilters, type RecordFilterName, useRecordFilters } from './record-filters.ts';
import classes from './books-screen.module.css';

export interface BooksFiltersProps {
  readonly filters: BookFilters;
  /** The query of the list. */
  readonly query: Query;
  readonly categories: readonly Category[];
  /** The first book of the list, which has the names of the records in the filters. Undefined until it is loaded. */
  readonly firstBook: Book | undefined;
  /** True after the list of these filters was loaded. */
  readonly hasLoaded: boolean;
  readonly onChange: (change: Partial<BookFilters>) => void;
  readonly onReset: () => void;
  /** Starts the selection of several books. Undefined for users without bulk actions. */
  readonly onSelect?: () => void;
}

/** Native options remove ordinary leading spaces. */
const INDENT = '\u00a0\u00a0\u00a0\u00a0';

const FilterPickers = createLazyComponent(async () => (await import('./filter-pickers.tsx')).FilterPickers);

const BooksViewItems = createIdleComponent(
  async () => (await import('./books-view-items.tsx')).BooksViewItems,
);

/** The filters by a record or text that have chips only, with their names. */
const chipLabels = {
  author: 'books.author',
  contributor_id: 'books.contributor',
  series_id: 'series.heading',
  publisher_id: 'books.publisher',
  imprint_id: 'books.imprint',
  subject: 'books.subject',
  work_of: 'books.editionOf',
} as const satisfies Readonly<Record<RecordFilterName | 'author', string>>;
const chipNames = Object.keys(chipLabels) as (keyof typeof chipLabels)[];

/** The filters above the list. Memoized, so rendering the screen does not render them. */
export const BooksFilters = memo(function BooksFilters(props: BooksFiltersProps) {
  const { filters, query, categories, firstBook, hasLoaded, onChange, onReset, onSelect } = props;
  const { t } = useTranslation();
  const { search, language, type, category, sort } = filters;
  // A reset also clears a typed text that was not searched yet.
  const [resets, setResets] = useState(0);
  const reset = () => {
    setResets(resets + 1);
    onReset();
  };
  const entries = [
    { value: '', label: t('books.allCategories') },
    ...categories.flatMap(({ code, name, sub_categories }) => [
      { value: `category:${code}`, label: name },
      ...(sub_categories ?? []).map((sub) => ({
        value: `sub_category:${sub.code}`,
        label: `${INDENT}${sub.name}`,
      })),
    ]),
  ];
  // The selected category is an option even if the categories are not loaded or no longer contain it.
  if (!entries.some(({ value }) => value === category))
    entries.push({ value: category, label: category.slice(category.indexOf(':') + 1) });
  const recordFilters = useRecordFilters(filters, onChange);
  const [pickedNames, setPickedNames] = useState<Readonly<Record<string, string>>>({});
  const pick = (change: Partial<BookFilters>, names: Readonly<Record<string, string>>) => {
    setPickedNames({ ...pickedNames, ...names });
    onChange(change);
  };
  const knownName = (name: RecordFilterName) =>
    pickedNames[`${name} ${filters[name]}`] ?? (firstBook && nameInBook(firstBook, name, filters[name]));
  const nameOf = useFilterNames(filters, knownName, hasLoaded);
  const custom = useCustomFilters(filters.custom, (text) => onChange({ custom: text }));
  const isFullText = filters.in === 'everything';
  const chosenCount = (['language', 'type', 'category', 'sort'] as const).filter(
    (name) => filters[name] !== defaultFilters[name],
  ).length;
  return (
    <FilterBar
      viewEntries={<BooksViewItems query={query} onSelect={onSelect} />}
      active={chosenCount + countRecordFilters(filters) + countCustomFilters(filters.custom)}
      filters={[
        {
          label: t('books.language'),
          value: String(language),
          options: [
            { value: '', label: t('books.allLanguages') },
            ...languagesInForce().map(({ code, label }) => ({ value: String(code), label })),
          ],
          onChange: (value) => onChange({ language: value === '' ? '' : Number(value) }),
        },
        {
          label: t('books.type'),
          value: type,
          options: [
            { value: '', label: t('books.allTypes') },
            { value: '1', label: t('books.backupService') },
            { value: '0', label: t('books.mainService') },
          ],
          onChange: (value) => onChange({ type: value as BookFilters['type'] }),
        },
        {
          label: t('books.category'),
          value: category,
          options: entries,
          onChange: (value) => onChange({ category: value }),
        },
        ...recordFilters,
        ...custom.filters,
      ]}
      pickers={<FilterPickers filters={filters} nameOf={nameOf} onChange={pick} />}
      chips={[
        ...custom.chips,
        ...chipNames
          .filter((name) => filters[name] !== '')
          .map((name) => ({
            label: t('ui.filterOf', {
              name: t(
                name === 'contributor_id' && filters.contributor_role
                  ? `books.contributorRoles.${filters.contributor_role}`
                  : chipLabels[name],
              ),
              value: (name === 'author' ? undefined : nameOf(name)) ?? filters[name],
            }),
            onRemove: () =>
              onChange({ [name]: '', ...(name === 'contributor_id' && { contributor_role: '' }) }),
          })),
      ]}
      chipActions={
        language === '' ? undefined : (
          <Button variant="subtle" size="xs" onClick={() => onChange({ language: '' })}>
            {t('books.allLanguages')}
          </Button>
        )
      }
      search={
        <SearchBox
          key={resets}
          value={search}
          placeholder={t('books.search')}
          onSearch={(text) => onChange({ search: text })}
          searchMode={
            <IconAction
              label={t('books.everything')}
              tooltip={t('books.fullTextHint')}
              aria-pressed={isFullText}
              variant={isFullText ? 'filled' : 'subtle'}
              icon={<IconListSearch size={18} stroke={1.7} />}
              onClick={() => onChange({ in: isFullText ? '' : 'everything' })}
            />
          }
        />
      }
    >
      <NativeSelect
        aria-label={t('books.sort')}
        className={classes['sort'] ?? ''}
        value={sort}
        onChange={({ currentTarget: { value } }) => onChange({ sort: value as BookFilters['sort'] })}
        data={[
          { value: '', label: t('books.sortNone') },
          { value: 'asc', label: t('books.sortAscending') },
          { value: 'desc', label: t('books.sortDescending') },
          ...dateSorts.map((value) => ({
            value,
            label: t(value.endsWith('asc') ? 'books.sortEarliest' : 'books.sortLatest', {
              label: detailLabels[value.split('-')[0] as SortDate],
            }),
          })),
        ]}
      />
      <Button variant="default" onClick={reset}>
        {t('ui.reset')}
      </Button>
    </FilterBar>
  );
});
