import { useTranslation } from 'react-i18next';
import { joinNames, splitNames } from '#contract/contributors/name-lists';
import type { ImportProposal } from '#contract/imports/import-proposal';
import { ContributorsField } from '#web/features/books/contributors-field.tsx';
import { type ContributorRow, newContributorRow } from '#web/features/books/contributor-rows.ts';
import formClasses from '#web/ui/form.module.css';
import { ContributorMatch } from './contributor-match.tsx';
import { FieldSource } from './field-source.tsx';

export interface ProposalContributorsProps {
  readonly proposal: ImportProposal;
  readonly rows: readonly ContributorRow[];
  readonly isInvalid: boolean;
  readonly onChange: (rows: readonly ContributorRow[]) => void;
}

/** Returns the rows with these narrators instead of the current ones. */
function withNarrators(rows: readonly ContributorRow[], text: string): readonly ContributorRow[] {
  const others = rows.filter(({ role }) => role !== 'narrator');
  let all: readonly ContributorRow[] = others;
  for (const name of splitNames(text)) all = [...all, { ...newContributorRow(all), name, role: 'narrator' }];
  return all;
}

/** The contributors except the first author, compared with the catalogue, and other narrators in the files. */
export function ProposalContributors({ proposal, rows, isInvalid, onChange }: ProposalContributorsProps) {
  const { t } = useTranslation();
  const narrators = rows.flatMap(({ name, role }) => (role === 'narrator' && name !== '' ? [name] : []));
  const value = joinNames(narrators);
  const { narrator } = proposal.fields;
  return (
    <div className={formClasses['wide']}>
      <ContributorsField
        rows={rows}
        isInvalid={isInvalid}
        onChange={onChange}
        renderBelow={({ name }, change) => (
          <ContributorMatch name={name} contributors={proposal.contributors ?? []} onUse={change} />
        )}
      />
      {narrator.candidates.some((candidate) => candidate.value !== value) && (
        <FieldSource
          field="narrator"
          label={t('imports.narratorSource')}
          found={narrator}
          value={value}
          onChoose={(_field, text) => onChange(withNarrators(rows, text))}
        />
      )}
    </div>
  );
}
