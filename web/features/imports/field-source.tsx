import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import type { ProposalField } from '#contract/imports/import-proposal';
import { type ProposalFieldName, proposalFields } from '#contract/imports/proposal-fields';
import { firstCharacters } from '#web/core/lib/text-start.ts';
import classes from './review.module.css';

interface FieldSourceProps {
  readonly field: ProposalFieldName;
  /** A text before the source. */
  readonly label?: string;
  readonly found: ProposalField;
  readonly value: string;
  readonly onChoose: (field: ProposalFieldName, value: string) => void;
}

const CANDIDATE_LENGTH = 60;

/** The source of a value, and buttons for the alternative values. */
export const FieldSource = memo(function FieldSource({
  field,
  label,
  found,
  value,
  onChoose,
}: FieldSourceProps) {
  const { t } = useTranslation();
  const { candidates } = found;
  const chosenCandidate = candidates.find((candidate) => candidate.value === value);
  const source =
    chosenCandidate?.source ?? (value === '' ? 'none' : found.value === value ? found.source : 'manual');
  const others = candidates.filter((candidate) => candidate.value !== value);
  return (
    <div className={classes['source']}>
      {label !== undefined && <span>{label}</span>}
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
