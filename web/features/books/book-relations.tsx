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

/** The other books of the contributors and series of a book. */
export function BookRelations({ book: { contributors = [], series = [] } }: { readonly book: Book }) {
  const { t } = useTranslation();
  if (contributors.length + series.length === 0) return null;
  return (
    <Section title={t('books.related')}>
      <ul className={classes['list']}>
        {contributors.map(({ id, name, role }) => (
          <Relation
            key={`${role} ${id}`}
            to={booksAddress({ contributor_id: id, language: '' })}
            name={name}
            detail={t(`books.contributorRoles.${role}`)}
          />
        ))}
        {series.map(({ id, title, position }) => (
          <Relation
            key={id}
            to={recordAddress('series', id)}
            name={title}
            detail={position === '' ? t('series.heading') : t('books.positionInSeries', { position })}
          />
        ))}
      </ul>
    </Section>
  );
}
