import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { type RecordName, recordNames } from '#contract/books/book-details';
import { toClock } from '#contract/core/format-duration';
import type { ImportProposal } from '#contract/imports/import-proposal';
import { DetailField } from '#web/features/books/book-detail-fields.tsx';
import type { ProposalValues } from './proposal-values.ts';

export interface ProposalRecordProps {
  readonly proposal: Pick<ImportProposal, 'edition_of' | 'sample'>;
  /** The fields with a value in the files, which stay visible when they are cleared. */
  readonly names: ReadonlySet<RecordName>;
  readonly record: ProposalValues['record'];
  /** The errors by path in the request: `publication_record.doi`. */
  readonly errors: Readonly<Record<string, string>>;
  readonly onChange: (name: RecordName, value: string) => void;
}

/** The publication record in the files, such as identifiers, subjects and keywords, and what else an exported book contains. */
export function ProposalRecord({
  proposal: { edition_of: edition, sample },
  names,
  record,
  errors,
  onChange,
}: ProposalRecordProps) {
  const { t } = useTranslation();
  return (
    <>
      {recordNames
        .filter((name) => names.has(name))
        .map((name) => (
          <DetailField
            key={name}
            name={name}
            field={{
              name,
              value: record[name],
              error: errors[`publication_record.${name}`] !== undefined,
              onChange: ({ currentTarget: { value } }) => onChange(name, value),
            }}
            onValue={(value) => onChange(name, value)}
          />
        ))}
      {edition && <FixedValue label={t('imports.firstEdition')} text={`${edition.name} (${edition.code})`} />}
      {sample && (
        <FixedValue
          label={t('imports.sample')}
          text={t('imports.sampleOf', {
            start: toClock(sample.start),
            end: toClock(sample.end),
            code: sample.chapter_code,
          })}
        />
      )}
    </>
  );
}

/** A value that cannot be edited in the review. */
function FixedValue({ label, text }: { readonly label: string; readonly text: string }) {
  return (
    <div>
      <Text size="sm" fw={550}>
        {label}
      </Text>
      <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
        {text}
      </Text>
    </div>
  );
}
