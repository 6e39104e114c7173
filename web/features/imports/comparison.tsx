import { Button, Group, Text } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { detailLabels, isDetail } from '#contract/books/book-details';
import type { ImportProposal } from '#contract/imports/import-proposal';
import type { ImportComparison, MergeFieldName } from '#contract/imports/imports';
import { isVersionConflict } from '#web/core/api/api-error.ts';
import { firstCharacters, shownCharacters } from '#web/core/lib/text-start.ts';
import { DataCell, DataRow, DataTable } from '#web/ui/data-table.tsx';
import { FormAlert } from '#web/ui/form-alert.tsx';
import { ReadMore } from '#web/ui/read-more.tsx';
import { SelectBox } from '#web/ui/select-box.tsx';
import { useCanEdit } from '#web/core/components/use-permission.ts';
import classes from './review.module.css';
import { useAccept } from './use-accept.ts';

type Row = ImportComparison['rows'][number];

export interface ComparisonProps {
  readonly proposal: ImportProposal;
  readonly comparison: ImportComparison;
  readonly onAccepted: () => void;
  /** Called when the book or the proposal has changed. */
  readonly onReload: () => void;
}

/**
 * All fields that a proposal can change: the current value, the value of the files, and a checkbox. Fields edited by hand are not selected
 * initially.
 */
export function Comparison({ proposal, comparison, onAccepted, onReload }: ComparisonProps) {
  const { t } = useTranslation();
  const canEdit = useCanEdit('books');
  const { book, book_version: bookVersion, rows } = comparison;
  const [selected, setSelected] = useState<ReadonlySet<MergeFieldName>>(
    () => new Set(rows.flatMap(({ field, is_proposed }) => (is_proposed ? [field] : []))),
  );
  const { isAccepting, apiError, accept } = useAccept(proposal.id, onAccepted);
  // A field without a value in the files is cleared only if a user selects it.
  const different = rows.filter(
    ({ is_same, found, problem }) => !is_same && found !== '' && problem === undefined,
  );
  const take = rows.map(({ field }) => field).filter((field) => selected.has(field));
  const toggle = (field: MergeFieldName, isSelected: boolean) =>
    setSelected((before) => {
      const after = new Set(before);
      if (isSelected) after.add(field);
      else after.delete(field);
      return after;
    });
  const nameOf = (field: MergeFieldName) =>
    isDetail(field) ? detailLabels[field] : t(`imports.field.${field}`);
  const label = {
    take: t('imports.take'),
    field: t('imports.fieldColumn'),
    today: t('imports.today'),
    found: t('imports.fromFile'),
  };
  return (
    <div className={classes['review']}>
      <FormAlert messages={apiError ? [apiError.message, ...Object.values(apiError.errors ?? {})] : []}>
        {apiError && isVersionConflict(apiError) && (
          <Button variant="default" size="xs" mt="xs" onClick={onReload}>
            {t('imports.reload')}
          </Button>
        )}
      </FormAlert>
      <div>
        <Text fw={620} style={{ overflowWrap: 'anywhere' }}>
          {book.name}{' '}
          <Text span size="sm" c="dimmed" fw={400}>
            {book.code}
          </Text>
        </Text>
        <Text size="sm">{t('imports.compareLead')}</Text>
      </div>
      <fieldset className={classes['fieldset']} disabled={!canEdit || isAccepting}>
        <Group gap="xs" mb="xs">
          <Button
            size="compact-sm"
            variant="default"
            onClick={() => setSelected(new Set(different.map(({ field }) => field)))}
          >
            {t('imports.selectAll')}
          </Button>
          <Button size="compact-sm" variant="default" onClick={() => setSelected(new Set())}>
            {t('imports.selectNone')}
          </Button>
        </Group>
        <div className={classes['card']}>
          <DataTable columns={[label.field, label.today, label.found, label.take]} rowsFrom={40}>
            {rows.map((row) => (
              <DataRow key={row.field}>
                <DataCell label={label.field} kind="title">
                  <span className={classes['rowName']}>
                    <Text span fw={550}>
                      {nameOf(row.field)}
                    </Text>
                    {row.problem !== undefined && (
                      <Text span size="xs" className={classes['reason'] ?? ''}>
                        {row.problem}
                      </Text>
                    )}
                    {row.is_locked && !row.is_same && (
                      <Text span size="xs" className={classes['lock'] ?? ''}>
                        <IconLock size={14} aria-hidden="true" /> {t('imports.isLocked')}
                      </Text>
                    )}
                  </span>
                </DataCell>
                <DataCell label={label.today} kind="long">
                  <ComparedValue row={row} side="today" />
                </DataCell>
                <DataCell label={label.found} kind="long">
                  <ComparedValue row={row} side="found" />
                </DataCell>
                <DataCell label={label.take} kind="actions">
                  {row.is_same ? (
                    <Text span size="sm" c="dimmed" style={{ whiteSpace: 'nowrap' }}>
                      {t('imports.isSame')}
                    </Text>
                  ) : (
                    <SelectBox
                      aria-label={t('imports.takeField', { field: nameOf(row.field) })}
                      checked={selected.has(row.field)}
                      disabled={row.problem !== undefined}
                      onChange={({ currentTarget: { checked } }) => toggle(row.field, checked)}
                    />
                  )}
                </DataCell>
              </DataRow>
            ))}
          </DataTable>
        </div>
      </fieldset>
      {canEdit && (
        <div className={classes['foot']} data-sticks="bottom">
          <output className={classes['status']}>{take.length === 0 && t('imports.nothingTicked')}</output>
          <Button
            disabled={take.length === 0 || isAccepting}
            onClick={() =>
              void accept({ version: proposal.version, book_id: book.id, book_version: bookVersion, take })
            }
          >
            {isAccepting ? t('imports.accepting') : t('imports.takeDo', { count: take.length })}
          </Button>
        </div>
      )}
    </div>
  );
}

function ComparedValue({ row, side }: { readonly row: Row; readonly side: 'today' | 'found' }) {
  const { t } = useTranslation();
  const value = row[side];
  if (value === '')
    return (
      <Text span size="sm" c="dimmed">
        {t('imports.nothingThere')}
      </Text>
    );
  if (row.field === 'cover')
    return (
      <img
        className={classes['sideCover']}
        src={value}
        alt={t(side === 'today' ? 'imports.todayImage' : 'imports.fileImage')}
      />
    );
  return <ReadMore text={value} start={firstCharacters(value, 3 * shownCharacters)} />;
}
