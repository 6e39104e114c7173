import { NativeSelect, Textarea, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { CustomField } from '#contract/custom-fields/custom-fields';
import { customPrefix } from '#contract/custom-fields/custom-values';
import { withCurrentOption } from '#web/core/lib/with-current-option.ts';
import type { Edited } from '#web/core/lib/use-form-values.ts';
import { FormSection } from '#web/ui/form-section.tsx';
import formClasses from '#web/ui/form.module.css';
import type { CustomTexts } from './custom-form.ts';

export interface CustomFieldsSectionProps {
  readonly fields: readonly CustomField[];
  readonly texts: CustomTexts;
  readonly errors: Readonly<Partial<Record<string, string>>>;
  /** Called with the name of the field in errors. */
  readonly onChange: (change: CustomTexts, name: string) => void;
}

/** The custom fields in a section that is closed at first, unless a value is required. */
export function CustomFieldsSection({ fields, texts, errors, onChange }: CustomFieldsSectionProps) {
  const { t } = useTranslation();
  if (fields.length === 0) return null;
  const count = fields.filter(({ key }) => (texts[key] ?? '') !== '').length;
  return (
    <FormSection
      title={t('books.customFields')}
      summary={count > 0 ? t('books.recorded', { count }) : undefined}
      mustOpen={fields.some(
        ({ key, is_required }) =>
          errors[customPrefix + key] !== undefined || (is_required && (texts[key] ?? '') === ''),
      )}
    >
      {fields.map((field) => {
        const name = customPrefix + field.key;
        return (
          <CustomInput
            key={field.id}
            field={field}
            value={texts[field.key] ?? ''}
            isInvalid={errors[name] !== undefined}
            onChange={({ currentTarget: { value } }) => onChange({ [field.key]: value }, name)}
          />
        );
      })}
    </FormSection>
  );
}

const hintBelowInput = ['label', 'input', 'description', 'error'] as const;
const inputModes = { number: 'decimal', link: 'url' } as const;

export interface CustomInputProps {
  readonly field: CustomField;
  readonly value: string;
  readonly isInvalid: boolean;
  readonly onChange: (event: Edited) => void;
}

/** The input of a custom field. */
export function CustomInput({ field, value, isInvalid, onChange }: CustomInputProps) {
  const { t } = useTranslation();
  const { key, label, help, type } = field;
  const props = {
    name: customPrefix + key,
    label,
    value,
    error: isInvalid,
    withAsterisk: field.is_required,
    onChange,
    ...(help !== '' && { description: help, inputWrapperOrder: [...hintBelowInput] }),
  };
  if (type === 'choice' || type === 'yes_no') {
    const options =
      type === 'choice'
        ? field.choices.map(({ name }) => ({ value: name, label: name }))
        : [
            { value: 'yes', label: t('books.yes') },
            { value: 'no', label: t('books.no') },
          ];
    return (
      <NativeSelect
        {...props}
        data={withCurrentOption([{ value: '', label: t('books.notRecorded') }, ...options], value, value)}
      />
    );
  }
  if (type === 'text')
    return <Textarea {...props} className={formClasses['wide'] ?? ''} autosize={false} rows={2} />;
  return (
    <TextInput
      {...props}
      {...(type === 'date' && { type: 'date' })}
      {...(type === 'link' && { className: formClasses['wide'] ?? '', placeholder: 'https://' })}
      {...(type !== 'date' && { inputMode: inputModes[type] })}
    />
  );
}
