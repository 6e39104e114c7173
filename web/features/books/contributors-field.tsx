import { Button, NativeSelect, Text, VisuallyHidden } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconPlus, IconX } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  contributorRoleNames,
  contributorsEndpoints,
  MAX_CONTRIBUTORS,
} from '#contract/contributors/contributors';
import { limits } from '#contract/core/limits';
import { movedList } from '#web/core/lib/move-item.ts';
import { IconAction } from '#web/ui/icon-action.tsx';
import { BookAuthorField } from './book-author-field.tsx';
import { type ContributorRow, newContributorRow, toRole } from './contributor-rows.ts';
import classes from './contributors-field.module.css';

export interface ContributorsFieldProps {
  readonly rows: readonly ContributorRow[];
  readonly isInvalid: boolean;
  readonly onChange: (rows: readonly ContributorRow[]) => void;
}

/** The people of a book other than its first author, in order. */
export function ContributorsField({ rows, isInvalid, onChange }: ContributorsFieldProps) {
  const { t } = useTranslation();
  const [announcement, setAnnouncement] = useState('');
  const list = useRef<HTMLFieldSetElement>(null);
  /** The key of an added row, whose name is focused. */
  const [addedKey, setAddedKey] = useState<string>();
  useEffect(() => {
    if (addedKey !== undefined)
      list.current?.querySelector<HTMLElement>(`[name="contributor-${addedKey}"]`)?.focus();
  }, [addedKey]);

  const add = () => {
    const row = newContributorRow(rows);
    onChange([...rows, row]);
    setAddedKey(row.key);
  };
  const change = (row: ContributorRow, changes: Partial<ContributorRow>) =>
    onChange(rows.map((other) => (other === row ? { ...row, ...changes } : other)));
  const move = (row: ContributorRow, to: number) => {
    onChange(movedList(rows, rows.indexOf(row), to));
    setAnnouncement(t('books.contributorMoved', { name: row.name, position: to + 1, count: rows.length }));
  };
  const remove = (row: ContributorRow) => {
    onChange(rows.filter((other) => other !== row));
    list.current?.querySelector<HTMLElement>('[data-add]')?.focus();
  };

  return (
    <fieldset ref={list} className={classes['field']} aria-invalid={isInvalid || undefined}>
      <legend className={classes['legend']}>{t('books.contributors')}</legend>
      <VisuallyHidden component="output">{announcement}</VisuallyHidden>
      {rows.length === 0 && (
        <Text size="sm" c="dimmed">
          {t('books.noContributors')}
        </Text>
      )}
      {rows.length > 0 && (
        <ol className={classes['rows']}>
          {rows.map((row, index) => {
            const position = index + 1;
            return (
              <li key={row.key} className={classes['row']}>
                <BookAuthorField
                  field={{
                    name: `contributor-${row.key}`,
                    value: row.name,
                    error: false,
                    maxLength: limits.maxNameLength,
                  }}
                  label={t('books.contributorName', { position })}
                  endpoint={contributorsEndpoints.list}
                  newMessage={t('books.newContributor')}
                  stored={undefined}
                  onType={(name) => change(row, { name })}
                  onPick={({ name }) => change(row, { name })}
                />
                <NativeSelect
                  label={t('books.contributorRole', { position })}
                  value={row.role}
                  data={contributorRoleNames.map((role) => ({
                    value: role,
                    label: t(`books.contributorRoles.${role}`),
                  }))}
                  onChange={(event) => change(row, { role: toRole(event.currentTarget.value) })}
                />
                <span className={classes['actions']}>
                  <IconAction
                    label={t('books.moveContributorUp', { position })}
                    tooltip={t('ui.moveUp')}
                    icon={<IconArrowUp size={16} stroke={1.7} />}
                    disabled={index === 0}
                    onClick={() => move(row, index - 1)}
                  />
                  <IconAction
                    label={t('books.moveContributorDown', { position })}
                    tooltip={t('ui.moveDown')}
                    icon={<IconArrowDown size={16} stroke={1.7} />}
                    disabled={index === rows.length - 1}
                    onClick={() => move(row, index + 1)}
                  />
                  <IconAction
                    color="red"
                    label={t('books.removeContributor', { position })}
                    tooltip={t('ui.remove')}
                    icon={<IconX size={16} stroke={1.7} />}
                    onClick={() => remove(row)}
                  />
                </span>
              </li>
            );
          })}
        </ol>
      )}
      <Button
        size="compact-sm"
        variant="default"
        data-add
        leftSection={<IconPlus size={14} stroke={1.7} aria-hidden="true" />}
        disabled={rows.length >= MAX_CONTRIBUTORS}
        onClick={add}
      >
        {t('books.addContributor')}
      </Button>
    </fieldset>
  );
}
