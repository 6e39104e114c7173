import { Checkbox, NativeSelect } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  type BulkDetailName,
  bulkDetails,
  detailLabels,
  detailSections,
  bookDetails,
} from '#contract/books/book-details';
import { findRightError } from '#contract/books/rights';
import { DetailField } from '#web/features/books/book-detail-fields.tsx';
import { fromRecordValue } from './bulk-changes.ts';

export interface BulkRecordFieldProps {
  /** Receives the field and value as text; undefined while no value is entered. */
  readonly onChange: (value: string | undefined) => void;
}

const options = Object.entries(detailSections)
  .map(([section, group]) => ({
    group,
    items: bulkDetails
      .filter((name) => bookDetails[name].section === section)
      .map((name) => ({ value: name, label: detailLabels[name] })),
  }))
  .filter(({ items }) => items.length > 0);

/** A field of the publication record and its new value. */
export function BulkRecordField({ onChange }: BulkRecordFieldProps) {
  const { t } = useTranslation();
  const [name, setName] = useState<BulkDetailName>();
  const [value, setValue] = useState('');
  const [isRemoved, setRemoved] = useState(false);
  const change = (nextName: BulkDetailName | undefined, nextValue: string, isCleared: boolean) => {
    setName(nextName);
    setValue(nextValue);
    setRemoved(isCleared);
    const isComplete =
      isCleared ||
      (nextValue.trim() !== '' && (nextName !== 'rights' || findRightError(nextValue) === undefined));
    onChange(nextName && isComplete ? fromRecordValue({ name: nextName, value: nextValue }) : undefined);
  };
  return (
    <>
      <NativeSelect
        label={t('books.select.field')}
        data-autofocus
        value={name ?? ''}
        data={[{ value: '', label: t('books.select.choose') }, ...options]}
        onChange={({ currentTarget }) =>
          change(
            bulkDetails.find((detail) => detail === currentTarget.value),
            '',
            false,
          )
        }
      />
      {name && !isRemoved && (
        <DetailField
          key={name}
          name={name}
          field={{
            name,
            value,
            error: false,
            onChange: ({ currentTarget }) => change(name, currentTarget.value, false),
          }}
          onValue={(next) => change(name, next, false)}
        />
      )}
      {name && (
        <Checkbox
          label={t('books.select.removeValue')}
          checked={isRemoved}
          onChange={({ currentTarget }) => change(name, '', currentTarget.checked)}
        />
      )}
    </>
  );
}
