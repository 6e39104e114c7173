import { Anchor, Loader } from '@mantine/core';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { z } from 'zod';
import { book, books } from '#contract/books/books';
import type { ContributorRole } from '#contract/contributors/contributors';
import { type ApiClient, readData } from '#web/core/api/client.ts';
import { NameLinks } from '#web/core/components/record-page/name-links.tsx';
import { useRemoteRead } from '#web/core/components/use-remote-read.ts';
import { booksAddress } from '#web/core/lib/books-address.ts';
import { LoadAlert } from '#web/ui/load-alert.tsx';
import { Section } from '#web/ui/sections.tsx';
import classes from './contributors.module.css';

const MAX_BOOKS = 5;
const page = z.object({ items: z.array(book.pick({ id: true, name: true, code: true })) });

export interface ContributorBooksProps {
  readonly id: number;
  readonly role: ContributorRole;
  readonly count: number;
}

/** The newest books of a contributor in a role, with a link to all of them. */
export function ContributorBooks({ id, role, count }: ContributorBooksProps) {
  const { t } = useTranslation();
  const read = useCallback(
    async (client: ApiClient, signal: AbortSignal) => {
      const query = {
        contributor_id: id,
        contributor_role: role,
        with_chapters: 0,
        page: 1,
        items_per_page: MAX_BOOKS,
      };
      return page.parse(readData(await client.call({ ...books.endpoints.list, query, signal }))).items;
    },
    [id, role],
  );
  const { value, apiError, retry } = useRemoteRead(read, { attempted_action: books.messages.fetchFailed });
  return (
    <Section
      title={t('contributors.booksInRole', { role: t(`books.contributorRoles.${role}`), count })}
      actions={
        <Anchor
          component={Link}
          size="sm"
          className={classes['count'] ?? ''}
          to={booksAddress({ contributor_id: id, contributor_role: role, language: '' })}
          aria-label={t('contributors.viewBooksInRole', {
            role: t(`books.contributorRoles.${role}`),
            count,
          })}
        >
          {t('contributors.viewBooks')}
        </Anchor>
      }
    >
      {apiError && <LoadAlert message={apiError.message} onRetry={retry} />}
      {!apiError && !value && <Loader aria-label={t('ui.loading')} />}
      {value && (
        <NameLinks
          kind="books"
          entries={value.map(({ id: bookId, name, code }) => ({ id: bookId, name, detail: code }))}
        />
      )}
    </Section>
  );
}
