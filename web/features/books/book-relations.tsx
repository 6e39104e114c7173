import { Anchor, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { Book } from '#contract/books/books';
import { booksAddress } from '#web/core/lib/books-address.ts';
import { recordAddress } from '#web/core/lib/record-address.ts';
import { Section } from '#web/ui/sections.tsx';
import { UserText } from '#web/ui/user-text.tsx';
import classes from './book-relations.module.css';

interface RelationProps {
  readonly to: string;
  readonly name: string;
  /** The role of a contributor, or the position in a series. */
  readonly detail: string;
}

function Relation({ to, name, detail }: RelationProps) {
  return (
    <li>
      <Anchor component={Link} to={to} className={classes['link'] ?? ''}>
        <UserText>{name}</UserText>
      </Anchor>{' '}
      <Text span size="sm" c="dimmed">
        {detail}
      </Text>
    </li>
  );
}

/** The contributors and series of a book. The link of a contributor opens all of their books. */
export function BookRelations({ book: { contributors = [], series = [] } }: { readonly book: Book }) {
  const { t } = useTranslation();
  return (
    <>
      {contributors.length > 0 && (
        <Section title={t('books.contributors')}>
          <ul className={classes['list']}>
            {contributors.map(({ id, name, role }) => (
              <Relation
                key={`${role} ${id}`}
                to={booksAddress({ contributor_id: id, language: '' })}
                name={name}
                detail={t(`books.contributorRoles.${role}`)}
              />
            ))}
          </ul>
        </Section>
      )}
      {series.length > 0 && (
        <Section title={t('series.heading')}>
          <ul className={classes['list']}>
            {series.map(({ id, title, position }) => (
              <Relation key={id} to={recordAddress('series', id)} name={title} detail={position} />
            ))}
          </ul>
        </Section>
      )}
    </>
  );
}
