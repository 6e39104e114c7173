import { Anchor } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { Book } from '#contract/books/books';
import { booksAddress } from '#web/core/lib/books-address.ts';

/** The contributors of a book with their roles. Each link opens all of their books. */
export function ContributorLinks({
  contributors,
}: {
  readonly contributors: NonNullable<Book['contributors']>;
}) {
  const { t } = useTranslation();
  return (
    <span>
      {contributors.map(({ id, name, role }, index) => (
        <span key={`${role} ${id}`}>
          {index > 0 && ', '}
          <Anchor component={Link} inherit to={booksAddress({ contributor_id: id, language: '' })}>
            {name}
          </Anchor>
          {` (${t(`books.contributorRoles.${role}`)})`}
        </span>
      ))}
    </span>
  );
}
