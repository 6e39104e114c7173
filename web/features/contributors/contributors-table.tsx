import { Anchor, Text } from '@mantine/core';
import { IconArrowMerge } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { ContributorEntry, ContributorRole } from '#contract/contributors/contributors';
import { RecordLink } from '#web/core/components/record-page/record-link.tsx';
import { booksAddress } from '#web/core/lib/books-address.ts';
import { DataCell, DataRow, DataTable } from '#web/ui/data-table.tsx';
import { ImagePreview, type PreviewedImage } from '#web/ui/image-preview.tsx';
import { IconAction } from '#web/ui/icon-action.tsx';
import { EditAction } from '#web/ui/row-actions.tsx';
import { Thumbnail } from '#web/ui/thumbnail.tsx';
import { ClampedText, UserText } from '#web/ui/user-text.tsx';
import classes from './contributors.module.css';
import { SimilarNames } from './similar-names.tsx';

const imagePx = { width: 40, height: 40 };

export interface ContributorsTableProps {
  readonly contributors: readonly ContributorEntry[];
  /** The role in the filter. Then only its books are counted. */
  readonly role: ContributorRole | undefined;
  /** A key of the orders; blank for the contributors with the most books first. */
  readonly sort: string;
  readonly onSort: (sort: string) => void;
  readonly canEdit: boolean;
  readonly onEdit: (contributor: ContributorEntry) => void;
  /** `into` is the selected similar name, if any. */
  readonly onMerge: (contributor: ContributorEntry, into?: string) => void;
}

export function ContributorsTable(props: ContributorsTableProps) {
  const { contributors, role: filteredRole, sort, onSort, canEdit, onEdit, onMerge } = props;
  const { t } = useTranslation();
  const [previewed, setPreviewed] = useState<PreviewedImage>();
  const label = {
    id: t('contributors.id'),
    name: t('contributors.name'),
    roles: t('contributors.roles'),
    book_count: t('contributors.bookCount'),
    similar: t('contributors.similar'),
    actions: t('contributors.actions'),
  };
  return (
    <>
      <DataTable
        columns={label}
        rowsFrom={44}
        sorts={{
          [label.name]: {
            direction: sort === 'name' ? 'asc' : sort === 'name-desc' ? 'desc' : undefined,
            onSort: (direction) =>
              onSort(direction === 'asc' ? 'name' : direction === 'desc' ? 'name-desc' : ''),
          },
          // The contributors with the most books are first without a chosen order.
          [label.book_count]: {
            direction: sort === 'fewest' ? 'asc' : sort === '' ? 'desc' : undefined,
            onSort: (direction) => onSort(direction === 'asc' || sort === '' ? 'fewest' : ''),
          },
        }}
      >
        {contributors.map((contributor) => {
          const {
            id,
            name,
            other_names = [],
            roles = [],
            similar = [],
            image,
            thumbnail_url: thumbnail,
          } = contributor;
          const ofRole = roles.find(({ role }) => role === filteredRole);
          const count = ofRole?.book_count ?? contributor.book_count;
          return (
            <DataRow key={id}>
              <DataCell label={label.id} kind="id">
                {id}
              </DataCell>
              <DataCell label={label.name} kind="title">
                <div className={classes['nameWithImage']}>
                  {thumbnail && (
                    <Thumbnail
                      src={thumbnail}
                      name={name}
                      {...imagePx}
                      onOpen={() => setPreviewed({ src: image ?? thumbnail, name })}
                    />
                  )}
                  <div>
                    <RecordLink kind="authors" id={id}>
                      <ClampedText isName>{name}</ClampedText>
                    </RecordLink>
                    {other_names.length > 0 && (
                      <Text size="sm" c="dimmed" lineClamp={2}>
                        <UserText>{other_names.join(' · ')}</UserText>
                      </Text>
                    )}
                  </div>
                </div>
              </DataCell>
              <DataCell label={label.roles}>
                {roles
                  .map(({ role, book_count }) =>
                    t('contributors.roleWithCount', {
                      role: t(`books.contributorRoles.${role}`),
                      count: book_count,
                    }),
                  )
                  .join(', ') || '-'}
              </DataCell>
              <DataCell label={label.book_count} kind="number">
                <Anchor
                  component={Link}
                  to={booksAddress({
                    contributor_id: id,
                    ...(ofRole && { contributor_role: ofRole.role }),
                    language: '',
                  })}
                  className={classes['count'] ?? ''}
                  aria-label={t('contributors.showBooks', { count, name })}
                >
                  {count}
                </Anchor>
              </DataCell>
              <DataCell label={label.similar} kind="long">
                {similar.length === 0 ? (
                  '-'
                ) : (
                  <SimilarNames
                    name={name}
                    similar={similar}
                    onMerge={canEdit ? (into) => onMerge(contributor, into) : undefined}
                  />
                )}
              </DataCell>
              <DataCell label={label.actions} kind="actions">
                {canEdit && (
                  <>
                    <EditAction
                      label={t('contributors.editOne', { name })}
                      onClick={() => onEdit(contributor)}
                    />
                    <IconAction
                      label={t('contributors.mergeOne', { name })}
                      tooltip={t('contributors.merge')}
                      icon={<IconArrowMerge size={18} stroke={1.7} />}
                      onClick={() => onMerge(contributor)}
                    />
                  </>
                )}
              </DataCell>
            </DataRow>
          );
        })}
      </DataTable>
      <ImagePreview image={previewed} onClose={() => setPreviewed(undefined)} />
    </>
  );
}
