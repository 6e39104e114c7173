import { Text } from '@mantine/core';
import { detailLabels } from '#contract/books/book-details';
import type { Book } from '#contract/books/books';
import { AnchorList, ListAnchor } from '#web/core/components/record-page/record-anchor.tsx';
import { booksAddress } from '#web/core/lib/books-address.ts';
import { Section } from '#web/ui/sections.tsx';
import { UserText } from '#web/ui/user-text.tsx';

/** The subjects of a book, which link to the books with them. Not rendered without subjects. */
export function BookSubjects({ book: { subjects = [] } }: { readonly book: Book }) {
  if (subjects.length === 0) return null;
  return (
    <Section title={detailLabels.subjects}>
      <AnchorList>
        {subjects.map(({ scheme, code, label }) => (
          <li key={`${scheme}:${code}`}>
            <ListAnchor to={booksAddress({ subject: `${scheme}:${code}`, language: '' })}>
              <UserText>{label ?? code}</UserText>
            </ListAnchor>{' '}
            <Text span size="sm" c="dimmed">
              {label === undefined ? scheme : `${scheme} ${code}`}
            </Text>
          </li>
        ))}
      </AnchorList>
    </Section>
  );
}
