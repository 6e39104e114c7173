import { NativeSelect, Textarea, TextInput } from '@mantine/core';
import { type ChangeEventHandler, memo } from 'react';
import { useTranslation } from 'react-i18next';
import type { ProposalField, ImportProposal } from '#contract/imports/import-proposal';
import {
  type ProposalFieldName,
  proposalFieldNames,
  proposalFields,
} from '#contract/imports/proposal-fields';
import { languageLabel } from '#contract/core/languages';
import { withCurrentOption } from '#web/core/lib/with-current-option.ts';
import { firstCharacters } from '#web/core/lib/text-start.ts';
import { useAppSelector } from '#web/core/store/hooks.ts';
import { selectSettings } from '#web/core/store/store.ts';
import formClasses from '#web/ui/form.module.css';
import { CategoryFields } from '#web/core/components/category-fields.tsx';
import type { CategoryOptions } from '#web/core/components/use-category-options.ts';
import type { ProposalValues } from './proposal-values.ts';
import classes from './review.module.css';

export interface ProposalFieldsProps {
  readonly proposal: ImportProposal;
  readonly values: ProposalValues;
  readonly options: CategoryOptions;
  /** The errors by path in the request: `fields.name`. */
  readonly errors: Readonly<Record<string, string>>;
  readonly onField: (field: ProposalFieldName, value: string) => void;
  readonly onCategory: (field: 'category_code' | 'sub_category_code', code: string) => void;
}

/** The fields of the book with their sources and alternative values. */
export function ProposalFields({
  proposal,
  values,
  options,
  errors,
  onField,
  onCategory,
}: ProposalFieldsProps) {
  const { t } = useTranslation();
  const { fields } = values;
  const { languages } = useAppSelector(selectSettings);
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
      {proposalFieldNames.map((field) => (
        <div
          key={field}
          className={field === 'description' || field === 'name' ? formClasses['wide'] : undefined}
        >
          <FieldInput {...input(field)} languages={languageOptions} />
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

interface FieldSourceProps {
  readonly field: ProposalFieldName;
  readonly found: ProposalField;
  readonly value: string;
  readonly onChoose: (field: ProposalFieldName, value: string) => void;
}

const CANDIDATE_LENGTH = 60;

/** The source of a value, and buttons for the alternative values. */
const FieldSource = memo(function FieldSource({ field, found, value, onChoose }: FieldSourceProps) {
  const { t } = useTranslation();
  const { candidates } = found;
  const chosenCandidate = candidates.find((candidate) => candidate.value === value);
  const source =
    chosenCandidate?.source ?? (value === '' ? 'none' : found.value === value ? found.source : 'manual');
  const others = candidates.filter((candidate) => candidate.value !== value);
  return (
    <div className={classes['source']}>
      <span>{t(`imports.source.${source}`)}</span>
      {others.length > 0 && (
        <ul aria-label={t('imports.candidates', { field: t(`imports.field.${field}`) })}>
          {others.map((candidate) => {
            const text = proposalFields[field].display(candidate.value);
            const origin = t(`imports.source.${candidate.source}`);
            return (
              <li key={candidate.value}>
                <button
                  type="button"
                  className={classes['candidate']}
                  aria-label={t('imports.useCandidate', {
                    value: text,
                    source: origin,
                    field: t(`imports.field.${field}`),
                  })}
                  title={`${text}\n${origin}`}
                  onClick={() => onChoose(field, candidate.value)}
                >
                  {firstCharacters(text, CANDIDATE_LENGTH) ?? text}
                </button>
              </li>
            );
          })}
        </ul>
      )}
    </div>
  );
});
