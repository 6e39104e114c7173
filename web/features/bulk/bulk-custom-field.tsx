import { Checkbox, NativeSelect } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CustomField } from '#contract/custom-fields/custom-fields';
import { useCustomFields } from '#web/core/components/use-custom-fields.ts';
import { customErrors } from '#web/features/books/custom-form.ts';
import { CustomInput } from '#web/features/books/custom-fields-section.tsx';
import { fromChanges } from './bulk-changes.ts';

/** A custom field and its new value. The value of a required field cannot be removed. */
export function BulkCustomField({ onChange }: { readonly onChange: (value: string | undefined) => void }) {
  const { t } = useTranslation();
  const fields = useCustomFields();
  const [field, setField] = useState<CustomField>();
  const [value, setValue] = useState('');
  const [isRemoved, setRemoved] = useState(false);
  const change = (nextField: CustomField | undefined, nextValue: string, isCleared: boolean) => {
    setField(nextField);
    setValue(nextValue);
    setRemoved(isCleared);
    const isValid =
      nextField !== undefined &&
      (isCleared ||
        (nextValue.trim() !== '' &&
          Object.keys(customErrors([nextField], { [nextField.key]: nextValue }, undefined)).length === 0));
    onChange(isValid ? fromChanges({ custom: { [nextField.key]: nextValue } }) : undefined);
  };
  return (
    <>
      <NativeSelect
        label={t('books.select.field')}
        data-autofocus
        value={field?.key ?? ''}
        data={[
          { value: '', label: t('books.select.choose') },
          ...fields.map(({ key, label }) => ({ value: key, label })),
        ]}
        onChange={({ currentTarget }) =>
          change(
            fields.find(({ key }) => key === currentTarget.value),
            '',
            false,
          )
        }
      />
      {field && !isRemoved && (
        <CustomInput
          key={field.key}
          field={field}
          value={value}
          isInvalid={false}
          onChange={({ currentTarget }) => change(field, currentTarget.value, false)}
        />
      )}
      {field && !field.is_required && (
        <Checkbox
          label={t('books.select.removeValue')}
          checked={isRemoved}
          onChange={({ currentTarget }) => change(field, '', currentTarget.checked)}
        />
      )}
    </>
  );
}
