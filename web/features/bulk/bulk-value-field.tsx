import { NativeSelect } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { languagesInForce } from '#contract/core/languages';
import { limits } from '#contract/core/limits';
import { challenges } from '#contract/challenges/challenges';
import { collections } from '#contract/collections/collections';
import { RecordPicker } from '#web/core/components/record-picker.tsx';
import { searchRecords } from '#web/core/components/record-searches.ts';
import type { CategoryOptions } from '#web/core/components/use-category-options.ts';
import { BookAuthorField } from '#web/features/books/book-author-field.tsx';
import { BulkCustomField } from './bulk-custom-field.tsx';
import { BulkEditionField } from './bulk-edition-field.tsx';
import type { BulkKind } from './bulk-kinds.ts';
import { BulkListField } from './bulk-list-field.tsx';
import { BulkPublisherField } from './bulk-publisher-field.tsx';
import { BulkRecordField } from './bulk-record-field.tsx';

export interface BulkValueFieldProps {
  readonly kind: Exclude<BulkKind, 'delete'>;
  readonly value: string | undefined;
  readonly options: CategoryOptions;
  readonly onChange: (value: string | undefined) => void;
}

const lists = {
  collection: { search: searchRecords(collections), failed: collections.messages.fetchFailed },
  challenge: { search: searchRecords(challenges), failed: challenges.messages.fetchFailed },
} as const;

/** The field for the new value of the selected books. */
export function BulkValueField({ kind, value, options, onChange }: BulkValueFieldProps) {
  const { t } = useTranslation();
  if (kind === 'author')
    return (
      <BookAuthorField
        field={{ name: 'author', value: value ?? '', error: false, maxLength: limits.maxNameLength }}
        stored={undefined}
        placeholder={t('picker.typeToSearch')}
        onType={onChange}
        onPick={({ name }) => onChange(name)}
      />
    );
  if (kind === 'record') return <BulkRecordField onChange={onChange} />;
  if (kind === 'publisher') return <BulkPublisherField onChange={onChange} />;
  if (kind === 'subjects' || kind === 'keywords') return <BulkListField kind={kind} onChange={onChange} />;
  if (kind === 'custom') return <BulkCustomField onChange={onChange} />;
  if (kind === 'editions') return <BulkEditionField onChange={onChange} />;
  if (kind === 'collection' || kind === 'challenge') {
    const list = lists[kind];
    return (
      <RecordPicker
        key={kind}
        label={t(`books.select.${kind}Field`)}
        search={list.search}
        attemptedAction={list.failed}
        value={value}
        isAutofocused
        onChange={(option) => onChange(option?.value)}
      />
    );
  }
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
