import { NativeSelect } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { subject } from '#contract/books/book-subjects';
import { authorEntry } from '#contract/contributors/authors';
import { contributorRoleNames, contributorsEndpoints } from '#contract/contributors/contributors';
import { readPage } from '#contract/core/envelope';
import { publishers } from '#contract/publishers/publishers';
import { series } from '#contract/series/series';
import { subjectSchemeEndpoints } from '#contract/subjects/subject-schemes';
import { readData } from '#web/core/api/client.ts';
import { createResourceReader } from '#web/core/api/resource-reader.ts';
import { RecordPicker, type SearchRecords } from '#web/core/components/record-picker.tsx';
import { pickerQuery, searchBooks, searchRecords } from '#web/core/components/record-searches.ts';
import type { BookFilters } from './book-filters.ts';
import type { RecordFilterName } from './record-filters.ts';

const searchSeries = searchRecords(series);

const searchContributors: SearchRecords = async (client, text, signal) => {
  const { items } = readPage(
    await client.call({ ...contributorsEndpoints.list, query: pickerQuery(text), isInRelease: true, signal }),
  );
  return items.flatMap((item) => {
    const { data } = authorEntry.safeParse(item);
    return data ? { value: String(data.id), label: data.name } : [];
  });
};

/** Searches publishers by name. Each is followed by its imprints. */
const searchPublishers: SearchRecords = async (client, text, signal) => {
  const { items } = await createResourceReader(client, publishers).list(pickerQuery(text), { signal });
  return items.flatMap(({ id, name, imprints }) => [
    { value: `publisher_id ${id}`, label: name },
    ...imprints.map((imprint) => ({ value: `imprint_id ${imprint.id}`, label: `${name} / ${imprint.name}` })),
  ]);
};

const subjectPage = z.object({ items: z.array(subject) });

/** Searches the lists of all schemes. A typed scheme and code is offered as it is, since some schemes have no list. */
const searchSubjects: SearchRecords = async (client, text, signal) => {
  const query = text === '' ? {} : { search: text };
  const call = { ...subjectSchemeEndpoints.search, query, isInRelease: true, signal };
  const options = subjectPage
    .parse(readData(await client.call(call)))
    .items.map(({ scheme, code, label }) => ({
      value: `${scheme}:${code}`,
      label: `${label ?? code} (${scheme} ${code})`,
    }));
  const isTyped = /^[^:;=]+:[^;=]+$/.test(text) && !options.some(({ value }) => value === text);
  return isTyped ? [{ value: text, label: text }, ...options] : options;
};

export interface FilterPickersProps {
  readonly filters: BookFilters;
  /** Returns the name of the record in a filter, if it is known. */
  readonly nameOf: (name: RecordFilterName) => string | undefined;
  /** @param names the name of the selected record, by the filter and its value */
  readonly onChange: (change: Partial<BookFilters>, names: Readonly<Record<string, string>>) => void;
}

/** The filters of books by a record or subject, which is searched. */
export function FilterPickers({ filters, nameOf, ...props }: FilterPickersProps) {
  const { t } = useTranslation();
  const onChange = (change: Partial<BookFilters>, name?: string) =>
    props.onChange(
      change,
      name === undefined
        ? {}
        : Object.fromEntries(Object.entries(change).map(([filter, value]) => [`${filter} ${value}`, name])),
    );
  const common = { isCompact: true, isClearable: true, attemptedAction: t('books.searchFailed') };
  const valueOf = (name: RecordFilterName) => ({
    value: filters[name] === '' ? undefined : filters[name],
    valueLabel: nameOf(name),
  });
  const publisherFilter = filters.imprint_id === '' ? 'publisher_id' : 'imprint_id';
  const publisher = valueOf(publisherFilter);
  return (
    <>
      <RecordPicker
        {...common}
        {...valueOf('contributor_id')}
        label={t('books.contributor')}
        search={searchContributors}
        onChange={(option) =>
          onChange(
            { contributor_id: option?.value ?? '', ...(!option && { contributor_role: '' }) },
            option?.label,
          )
        }
      />
      {filters.contributor_id !== '' && (
        <NativeSelect
          aria-label={t('books.role')}
          value={filters.contributor_role}
          data={[
            { value: '', label: t('books.anyRole') },
            ...contributorRoleNames.map((value) => ({ value, label: t(`books.contributorRoles.${value}`) })),
          ]}
          onChange={({ currentTarget }) => {
            const contributor_role = contributorRoleNames.find((role) => role === currentTarget.value) ?? '';
            onChange({ contributor_role });
          }}
        />
      )}
      <RecordPicker
        {...common}
        {...valueOf('series_id')}
        label={t('series.heading')}
        search={searchSeries}
        onChange={(option) => onChange({ series_id: option?.value ?? '' }, option?.label)}
      />
      <RecordPicker
        {...common}
        value={publisher.value && `${publisherFilter} ${publisher.value}`}
        valueLabel={publisher.valueLabel}
        label={t('books.publisherOrImprint')}
        search={searchPublishers}
        onChange={(option) => {
          const [filter = publisherFilter, id = ''] = option?.value.split(' ') ?? [];
          onChange({ publisher_id: '', imprint_id: '', [filter]: id }, option?.label);
        }}
      />
      <RecordPicker
        {...common}
        {...valueOf('subject')}
        label={t('books.subject')}
        search={searchSubjects}
        onChange={(option) => onChange({ subject: option?.value ?? '' }, option?.label)}
      />
      <RecordPicker
        {...common}
        {...valueOf('work_of')}
        label={t('books.work')}
        search={searchBooks}
        onChange={(option) => onChange({ work_of: option?.value ?? '' }, option?.label)}
      />
    </>
  );
}
