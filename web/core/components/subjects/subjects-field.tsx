import { Anchor, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { MAX_SUBJECTS } from '#contract/books/book-subjects';
import { subjectScheme, subjectSchemeEndpoints } from '#contract/subjects/subject-schemes';
import { readWholeList } from '#web/core/api/read-whole-list.ts';
import { OrderedRows } from '#web/core/components/ordered-rows.tsx';
import { usePermission } from '#web/core/components/use-permission.ts';
import { useRemoteRead } from '#web/core/components/use-remote-read.ts';
import { SearchFailed } from '#web/ui/search-failed.tsx';
import { SubjectFields } from './subject-fields.tsx';
import { newSubjectRow, toSubjectRows, toSubjectText } from './subject-rows.ts';
import classes from './subjects-field.module.css';

const readSchemes = readWholeList(subjectSchemeEndpoints.list, subjectScheme);

export interface SubjectsFieldProps {
  readonly legend: string;
  /** Shown without subjects. */
  readonly empty: string;
  /** The subjects as text, such as `Thema:FBA; BISAC:FIC019000`. */
  readonly value: string;
  readonly isInvalid: boolean;
  readonly onChange: (value: string) => void;
}

/** Subjects by scheme and code, in order. */
export function SubjectsField({ legend, empty, value, isInvalid, onChange }: SubjectsFieldProps) {
  const { t } = useTranslation();
  const mayCreate = usePermission('settings:edit');
  const {
    value: schemes,
    apiError,
    retry,
  } = useRemoteRead(readSchemes, {
    attempted_action: t('subjects.fetchFailed'),
  });
  // The text has no rows without a code.
  const [editedRows, setRows] = useState(() => toSubjectRows(value));
  const rows = toSubjectText(editedRows) === value ? editedRows : toSubjectRows(value);
  if (apiError)
    return (
      <div className={classes['message']}>
        <SearchFailed text={t('subjects.fetchFailed')} onRetry={retry} />
      </div>
    );
  if (!schemes) return null;
  const [firstScheme] = schemes;
  if (!firstScheme && rows.length === 0)
    return (
      <Text size="sm" c="dimmed" className={classes['message'] ?? ''}>
        {t('subjects.noSchemes')}{' '}
        {mayCreate && (
          <Anchor component={Link} to="/settings/subjects" size="sm">
            {t('subjects.noSchemesLink')}
          </Anchor>
        )}
      </Text>
    );
  return (
    <OrderedRows
      rows={rows}
      isInvalid={isInvalid}
      maxRows={MAX_SUBJECTS}
      texts={{
        legend,
        empty,
        add: t('subjects.addSubject'),
        moveUp: (position) => t('subjects.moveUp', { position }),
        moveDown: (position) => t('subjects.moveDown', { position }),
        remove: (position) => t('subjects.remove', { position }),
        moved: (name, position) =>
          t('subjects.moved', { name: name || t('subjects.subject'), position, count: rows.length }),
      }}
      newRow={() => newSubjectRow(rows, firstScheme?.name ?? '')}
      onChange={(next) => {
        setRows(next);
        onChange(toSubjectText(next));
      }}
    >
      {(row, { position, change }) => (
        <SubjectFields row={row} position={position} schemes={schemes} change={change} />
      )}
    </OrderedRows>
  );
}
