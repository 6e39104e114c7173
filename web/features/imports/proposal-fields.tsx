import { NativeSelect, Textarea, TextInput } from '@mantine/core';
import type { ChangeEventHandler } from 'react';
import { useTranslation } from 'react-i18next';
import type { RecordName } from '#contract/books/book-details';
import type { ImportProposal } from '#contract/imports/import-proposal';
import {
  type ProposalFieldName,
  proposalFieldNames,
  proposalFields,
} from '#contract/imports/proposal-fields';
import { languageLabel } from '#contract/core/languages';
import { createLazyComponent } from '#web/core/lib/lazy-component.tsx';
import { withCurrentOption } from '#web/core/lib/with-current-option.ts';
import { useAppSelector } from '#web/core/store/hooks.ts';
import { selectSettings } from '#web/core/store/store.ts';
import formClasses from '#web/ui/form.module.css';
import { useCustomFields } from '#web/core/components/use-custom-fields.ts';
import { CustomFieldsSection } from '#web/features/books/custom-fields-section.tsx';
import type { CustomTexts } from '#web/features/books/custom-form.ts';
import { CategoryFields } from '#web/core/components/category-fields.tsx';
import type { CategoryOptions } from '#web/core/components/use-category-options.ts';
import { ContributorMatch } from './contributor-match.tsx';
import { FieldSource } from './field-source.tsx';
import { ProposalContributors } from './proposal-contributors.tsx';
import { ProposalSeries } from './proposal-series.tsx';
import type { ProposalValues } from './proposal-values.ts';

const ProposalRecord = createLazyComponent(
  async () => (await import('./proposal-record.tsx')).ProposalRecord,
);

export interface ProposalFieldsProps {
  readonly proposal: ImportProposal;
  readonly values: ProposalValues;
  readonly options: CategoryOptions;
  /** The errors by path in the request: `fields.name`. */
  readonly errors: Readonly<Record<string, string>>;
  readonly onField: (field: ProposalFieldName, value: string) => void;
  readonly onCategory: (field: 'category_code' | 'sub_category_code', code: string) => void;
  readonly onContributors: (rows: ProposalValues['contributors']) => void;
  readonly onSeries: (series: ProposalValues['series']) => void;
  /** The fields of the publication record with an input. */
  readonly recordNames: ReadonlySet<RecordName>;
  readonly onRecord: (name: RecordName, value: string) => void;
  readonly onCustom: (change: CustomTexts) => void;
}

/** The fields with an input, in rows of two. Narrators are contributors. */
const fieldNames = [
  ...(['name', 'author', 'year'] as const),
  ...proposalFieldNames.filter((name) => !['name', 'author', 'year', 'narrator'].includes(name)),
];

/** The fields of the book with their sources and alternative values. */
export function ProposalFields({
  proposal,
  values,
  options,
  errors,
  onField,
  onCategory,
  onContributors,
  onSeries,
  recordNames,
  onRecord,
  onCustom,
}: ProposalFieldsProps) {
  const { t } = useTranslation();
  const { fields } = values;
  const { languages } = useAppSelector(selectSettings);
  const customFields = useCustomFields();
  const input = (field: ProposalFieldName) => ({
    name: field,
    label: t(`imports.field.${field}`),
    value: fields[field],
    error: errors[`fields.${field}`],
    onChange: ({ currentTarget: { value } }: { readonly currentTarget: { readonly value: string } }) =>
      onField(field, value),
  });
  const languageOptions = withCurrentOption(
    languages
      .filter(({ is_offered }) => is_offered)
      .map(({ code, label }) => ({ value: String(code), label })),
    fields.language,
    languageLabel(fields.language),
  );
  return (
    <div className={formClasses['fields']}>
      {fieldNames.map((field) => (
        <div
          key={field}
          className={field === 'description' || field === 'name' ? formClasses['wide'] : undefined}
        >
          <FieldInput {...input(field)} languages={languageOptions} />
          {field === 'author' && (
            <ContributorMatch
              name={fields.author}
              contributors={proposal.contributors ?? []}
              onUse={(name) => onField('author', name)}
            />
          )}
          <FieldSource
            field={field}
            found={proposal.fields[field]}
            value={fields[field]}
            onChoose={onField}
          />
        </div>
      ))}
      <CategoryFields
        stored={undefined}
        options={options}
        editor={{
          values,
          choice: (field) => ({ name: field, value: values[field], error: false }),
          set: onCategory,
        }}
      />
      <ProposalContributors
        proposal={proposal}
        rows={values.contributors}
        isInvalid={errors['contributors'] !== undefined}
        onChange={onContributors}
      />
      <ProposalSeries series={values.series} compared={proposal.series ?? []} onChange={onSeries} />
      {(recordNames.size > 0 || proposal.edition_of || proposal.sample) && (
        <ProposalRecord
          proposal={proposal}
          names={recordNames}
          record={values.record}
          errors={errors}
          onChange={onRecord}
        />
      )}
      <CustomFieldsSection fields={customFields} texts={values.custom} errors={errors} onChange={onCustom} />
    </div>
  );
}

interface FieldInputProps {
  readonly name: ProposalFieldName;
  readonly label: string;
  readonly value: string;
  readonly error: string | undefined;
  readonly onChange: ChangeEventHandler<HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement>;
  readonly languages: readonly { readonly value: string; readonly label: string }[];
}

/** The input of a field, by its type. */
function FieldInput({ languages, ...props }: FieldInputProps) {
  const { input, maxLength } = proposalFields[props.name];
  if (input === 'language') return <NativeSelect {...props} data={[...languages]} />;
  if (input === 'paragraphs') return <Textarea {...props} maxLength={maxLength} rows={4} />;
  const inputMode = input === 'number' ? 'numeric' : undefined;
  return (
    <TextInput {...props} maxLength={maxLength} inputMode={inputMode} withAsterisk={props.name === 'name'} />
  );
}
