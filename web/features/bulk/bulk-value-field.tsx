import { Loader, NativeSelect, Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { languagesInForce } from '#contract/core/languages';
import { limits } from '#contract/core/limits';
import { challenges } from '#contract/challenges/challenges';
import { collections } from '#contract/collections/collections';
import type { ApiClient } from '#web/core/api/client.ts';
import { createResourceReader } from '#web/core/api/resource-reader.ts';
import { searchDelayMs } from '#web/core/lib/search-delay.ts';
import { SearchFailed } from '#web/ui/search-failed.tsx';
import type { CategoryOptions } from '#web/core/components/use-category-options.ts';
import { useRemoteRead } from '#web/core/components/use-remote-read.ts';
import { BookAuthorField } from '#web/features/books/book-author-field.tsx';
import type { BulkKind } from './bulk-changes.ts';
import { BulkRecordField } from './bulk-record-field.tsx';

export interface BulkValueFieldProps {
  readonly kind: Exclude<BulkKind, 'delete'>;
  readonly value: string | undefined;
  readonly options: CategoryOptions;
  readonly onChange: (value: string | undefined) => void;
}

/** The field for the new value of the selected books. */
export function BulkValueField({ kind, value, options, onChange }: BulkValueFieldProps) {
  const { t } = useTranslation();
  if (kind === 'author')
    return (
      <BookAuthorField
        field={{ name: 'author', value: value ?? '', error: false, maxLength: limits.maxNameLength }}
        stored={undefined}
        placeholder={t('books.select.typeToFind')}
        onType={onChange}
        onPick={({ name }) => onChange(name)}
      />
    );
  if (kind === 'record') return <BulkRecordField onChange={onChange} />;
  if (kind === 'collection' || kind === 'challenge')
    return <ListField key={kind} kind={kind} value={value} onChange={onChange} />;
  const choices = {
    category: () => [
      ...options.categories.map(({ code, name }) => ({ value: `=${code}`, label: name })),
      { value: '=', label: t('books.select.noCategory') },
    ],
    sub_category: () => [
      ...options.categories.flatMap(({ name, sub_categories }) =>
        sub_categories.length === 0
          ? []
          : [
              {
                group: name,
                items: sub_categories.map((sub) => ({ value: `=${sub.code}`, label: sub.name })),
              },
            ],
      ),
      { value: '=', label: t('books.select.noSubCategory') },
    ],
    language: () => languagesInForce().map(({ code, label }) => ({ value: `=${code}`, label })),
    service: () => [
      { value: '=1', label: t('books.backupService') },
      { value: '=0', label: t('books.mainService') },
    ],
  };
  return (
    <NativeSelect
      label={t(`books.select.kinds.${kind}`)}
      data-autofocus
      value={value === undefined ? '' : `=${value}`}
      disabled={options.isLoading && (kind === 'category' || kind === 'sub_category')}
      data={[{ value: '', label: t('books.select.choose') }, ...choices[kind]()]}
      onChange={({ currentTarget }) =>
        onChange(currentTarget.value === '' ? undefined : currentTarget.value.slice(1))
      }
    />
  );
}

const MAX_OPTIONS = 20;

interface ListFieldProps {
  readonly kind: 'collection' | 'challenge';
  readonly value: string | undefined;
  readonly onChange: (value: string | undefined) => void;
}

/** Searches a collection or challenge by name. */
function ListField({ kind, value, onChange }: ListFieldProps) {
  const { t } = useTranslation();
  const [text, setText] = useState('');
  const declaration = kind === 'collection' ? collections : challenges;
  const [debouncedText] = useDebouncedValue(text.trim(), searchDelayMs);
  const read = useCallback(
    async (client: ApiClient, signal: AbortSignal) => {
      const query = {
        page: 1,
        items_per_page: MAX_OPTIONS,
        search: debouncedText.slice(0, limits.maxSearchLength),
      };
      const { items } = await createResourceReader(client, declaration).list(query, { signal });
      return items.map(({ id, title }) => ({ value: String(id), label: title }));
    },
    [debouncedText, declaration],
  );
  const {
    value: loadedValue,
    isReading,
    apiError,
    retry,
  } = useRemoteRead(read, {
    attempted_action: declaration.messages.fetchFailed,
  });
  const [chosen, setChosen] = useState<{ value: string; label: string }>();
  const data = [...(loadedValue ?? [])];
  if (chosen && !data.some((option) => option.value === chosen.value)) data.push(chosen);
  return (
    <div>
      <Select
        label={t(kind === 'collection' ? 'books.select.collectionField' : 'books.select.challengeField')}
        placeholder={t('books.select.typeToFind')}
        searchable
        data-autofocus
        data={data}
        // The server has already filtered the options.
        filter={({ options }) => options}
        value={value ?? null}
        searchValue={text}
        onSearchChange={setText}
        onChange={(next, option) => {
          setChosen(option ?? undefined);
          onChange(next ?? undefined);
        }}
        nothingFoundMessage={isReading ? undefined : t('books.select.nothingFound')}
        rightSection={isReading ? <Loader size={16} aria-hidden /> : undefined}
        maxDropdownHeight={180}
        comboboxProps={{ withinPortal: false }}
      />
      {apiError && <SearchFailed onRetry={retry} />}
    </div>
  );
}
