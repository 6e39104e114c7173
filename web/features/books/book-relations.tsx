import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Book } from '#contract/books/books';
import { AnchorList, ListAnchor } from '#web/core/components/record-page/record-anchor.tsx';
import { booksAddress } from '#web/core/lib/books-address.ts';
import { recordAddress } from '#web/core/lib/record-address.ts';
import { Section } from '#web/ui/sections.tsx';
import { UserText } from '#web/ui/user-text.tsx';

interface RelationProps {
  readonly to: string;
  readonly name: string;
  /** The role of a contributor, the position in a series, or the type of record. */
  readonly detail: string;
  /** The address of the other books of a contributor, publisher or imprint. */
  readonly books?: string;
}

function Relation({ to, name, detail, books }: RelationProps) {
  const { t } = useTranslation();
  return (
    <li>
      <ListAnchor to={to}>
        <UserText>{name}</UserText>
      </ListAnchor>{' '}
      <Text span size="sm" c="dimmed">
        {detail}
      </Text>
      {books !== undefined && (
        <>
          {' '}
          <ListAnchor to={books} label={t('books.viewBooksBy', { name })}>
            {t('books.viewBooks')}
          </ListAnchor>
        </>
      )}
    </li>
  );
}

/** The contributors, series, publisher and imprint of a book. */
export function BookRelations({ book }: { readonly book: Book }) {
  const { contributors = [], series = [], publisher, imprint } = book;
  const { t } = useTranslation();
  if (contributors.length + series.length === 0 && !publisher) return null;
  return (
    <Section title={t('books.related')}>
      <AnchorList>
        {contributors.map(({ id, name, role }) => (
          <Relation
            key={`${role} ${id}`}
            to={recordAddress('authors', id)}
            books={booksAddress({ contributor_id: id, language: '' })}
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
        {publisher && (
          <Relation
            to={recordAddress('publishers', publisher.id)}
            books={booksAddress({ publisher_id: publisher.id, language: '' })}
            name={publisher.name}
            detail={t('books.publisher')}
          />
        )}
        {publisher && imprint && (
          <Relation
            to={recordAddress('publishers', publisher.id)}
            books={booksAddress({ imprint_id: imprint.id, language: '' })}
            name={imprint.name}
            detail={t('books.imprint')}
          />
        )}
      </AnchorList>
    </Section>
  );
}
