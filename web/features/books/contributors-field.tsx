import { NativeSelect } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import {
  contributorRoleNames,
  contributorsEndpoints,
  MAX_CONTRIBUTORS,
} from '#contract/contributors/contributors';
import { limits } from '#contract/core/limits';
import { OrderedRows } from '#web/core/components/ordered-rows.tsx';
import { BookAuthorField } from './book-author-field.tsx';
import { type ContributorRow, newContributorRow, toRole } from './contributor-rows.ts';

export interface ContributorsFieldProps {
  readonly rows: readonly ContributorRow[];
  readonly isInvalid: boolean;
  readonly onChange: (rows: readonly ContributorRow[]) => void;
  /** Renders information below a row, instead of the hint for new contributors. */
  readonly renderBelow?: (row: ContributorRow, change: (name: string) => void) => ReactNode;
}

/** The people of a book other than its first author, in order. */
export function ContributorsField({ rows, isInvalid, onChange, renderBelow }: ContributorsFieldProps) {
  const { t } = useTranslation();
  return (
    <OrderedRows
      rows={rows}
      isInvalid={isInvalid}
      maxRows={MAX_CONTRIBUTORS}
      texts={{
        legend: t('books.contributors'),
        empty: t('books.noContributors'),
        add: t('books.addContributor'),
        moveUp: (position) => t('books.moveContributorUp', { position }),
        moveDown: (position) => t('books.moveContributorDown', { position }),
        remove: (position) => t('books.removeContributor', { position }),
        moved: (name, position) => t('books.contributorMoved', { name, position, count: rows.length }),
      }}
      newRow={newContributorRow}
      renderBelow={renderBelow && ((row, change) => renderBelow(row, (name) => change({ name })))}
      onChange={onChange}
    >
      {(row, { position, change }) => (
        <>
          <BookAuthorField
            field={{
              name: `contributor-${row.key}`,
              value: row.name,
              error: false,
              maxLength: limits.maxNameLength,
            }}
            label={t('books.contributorName', { position })}
            endpoint={contributorsEndpoints.list}
            newMessage={renderBelow ? '' : t('books.newContributor')}
            stored={undefined}
            onType={(name) => change({ name })}
            onPick={({ name }) => change({ name })}
          />
          <NativeSelect
            label={t('books.contributorRole', { position })}
            value={row.role}
            data={contributorRoleNames.map((role) => ({
              value: role,
              label: t(`books.contributorRoles.${role}`),
            }))}
            onChange={(event) => change({ role: toRole(event.currentTarget.value) })}
          />
        </>
      )}
    </OrderedRows>
  );
}
