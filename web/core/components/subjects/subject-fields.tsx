import { NativeSelect, TextInput } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Subject, subjectLimits } from '#contract/books/book-subjects';
import type { SubjectScheme } from '#contract/subjects/subject-schemes';
import { withCurrentOption } from '#web/core/lib/with-current-option.ts';
import { NameField } from '#web/ui/name-field.tsx';
import { type SubjectRow, withoutSeparators } from './subject-rows.ts';
import classes from './subjects-field.module.css';
import { useSubjectSearch } from './use-subject-search.ts';

/** Labels are longer than the input of a code. The list fits into a dialog of 390 pixels. */
const LIST_WIDTH = 300;

export interface SubjectFieldsProps {
  readonly row: SubjectRow;
  readonly position: number;
  readonly schemes: readonly SubjectScheme[];
  readonly change: (changes: Partial<SubjectRow>) => void;
}

const isSame = (first: string, second: string): boolean => first.toLowerCase() === second.toLowerCase();

/** The inputs of a subject. The list of the scheme suggests codes and their labels. Other codes have a warning. */
export function SubjectFields({ row, position, schemes, change }: SubjectFieldsProps) {
  const { t } = useTranslation();
  const { scheme, name: code, label } = row;
  const typedCode = code.trim();
  const [search, setSearch] = useState(typedCode);
  const [picked, setPicked] = useState<Subject>();
  const hasList = schemes.some(({ name, code_count }) => isSame(name, scheme) && code_count > 0);
  const { results, hasSearched, hasFailed, retry } = useSubjectSearch(hasList ? scheme : undefined, search);
  const suggestions = useMemo(
    () => results.map((result, id) => ({ id, name: `${result.code} ${result.label ?? ''}`.trim() })),
    [results],
  );
  const listEntry = [...results, ...(picked ? [picked] : [])].find(
    (entry) => isSame(entry.code, typedCode) && isSame(entry.scheme, scheme),
  );
  const isUnlisted = hasList && hasSearched && search === typedCode && !listEntry;
  // The label of the list belongs to the previous code.
  const withoutListLabel = listEntry?.label === label ? { label: '' } : {};
  return (
    <div className={classes['subject']}>
      <NativeSelect
        label={t('subjects.scheme', { position })}
        value={scheme}
        data={withCurrentOption(
          schemes.map(({ name }) => ({ value: name, label: name })),
          scheme,
          scheme,
        )}
        onChange={({ currentTarget }) => {
          change({ scheme: currentTarget.value, ...withoutListLabel });
          setSearch(typedCode);
        }}
      />
      <NameField
        field={{
          name: `subject-${row.key}`,
          value: code,
          error: false,
          maxLength: subjectLimits.maxCodeLength,
        }}
        label={t('subjects.code', { position })}
        hint={undefined}
        suggestions={suggestions}
        listWidth={LIST_WIDTH}
        onSearch={setSearch}
        hasFailed={hasFailed}
        onRetry={retry}
        onType={(text) => change({ name: withoutSeparators(text), ...withoutListLabel })}
        onPick={({ id }) => {
          const result = results[id];
          setPicked(result);
          if (result) change({ name: result.code, label: result.label ?? '' });
        }}
      />
      <TextInput
        label={t('subjects.label', { position })}
        value={label}
        maxLength={subjectLimits.maxLabelLength}
        onChange={({ currentTarget }) => change({ label: currentTarget.value.replaceAll(/[;\n\r]/g, ',') })}
      />
      <output className={classes['warning']}>
        {isUnlisted && (
          <>
            <IconAlertTriangle size={16} stroke={1.7} aria-hidden="true" />
            {t('subjects.notListed', { scheme, code: typedCode })}
          </>
        )}
      </output>
    </div>
  );
}
