import type { Transaction } from 'kysely';
import { z } from 'zod';
import { bookDetails } from '#contract/books/book-details';
import type { Book, books } from '#contract/books/books';
import type { UpdateOf } from '#contract/core/define-resource';
import type { MergeFieldName } from '#contract/imports/imports';
import { proposalFieldNames } from '#contract/imports/proposal-fields';
import type { Schema } from '#server/core/db/schema';
import { notFound } from '#server/core/errors';
import { parse } from '#server/core/parse';
import { acceptedSubjects } from '#server/core/resource/book-subjects';
import { contributorsByBooks } from '#server/features/books/book-contributors';
import { mergedContributors, mergedIdentifiers, recordInput } from './merge-record.ts';
import type { StoredProposal } from './proposal/stored-proposal.ts';
import { bookFieldsOf } from './whole-book.ts';

type Fields = Partial<Omit<UpdateOf<typeof books>, 'id' | 'version'>>;

const identifiersInput = z.object({ other_identifiers: bookDetails.other_identifiers.schema });

/** Returns the contributors of a book with those of a proposal, or an empty object if they are not selected. */
async function contributorFields(
  trx: Transaction<Schema>,
  {
    bookId,
    authorName,
    proposal,
    take,
  }: {
    readonly bookId: number;
    readonly authorName: string;
    readonly proposal: StoredProposal;
    readonly take: ReadonlySet<MergeFieldName>;
  },
): Promise<Fields> {
  if (!take.has('contributors')) return {};
  const current: Book['contributors'] = await contributorsByBooks(trx, [bookId]);
  const contributors = mergedContributors({ contributors: current }, proposal.contributors, take);
  return {
    // Without a name, the first contributor with the role would become the author.
    author: { id: undefined, name: authorName },
    contributors: contributors.map(({ name, role, sort_name }) => ({ id: undefined, name, role, sort_name })),
  };
}

/**
 * Returns the fields of an update with the selected parts of a proposal. The book is locked.
 * @throws AppError 404, and 422 for too many identifiers
 */
export async function selectedFields(
  trx: Transaction<Schema>,
  {
    bookId,
    proposal,
    take,
  }: {
    readonly bookId: number;
    readonly proposal: StoredProposal;
    readonly take: ReadonlySet<MergeFieldName>;
  },
): Promise<Fields> {
  const book = await trx
    .selectFrom('books')
    .innerJoin('authors', 'authors.id', 'books.author_id')
    .select(['books.other_identifiers', 'authors.name as author_name'])
    .where('books.id', '=', bookId)
    .executeTakeFirst();
  if (!book) throw notFound('book');
  const fields = bookFieldsOf(proposal);
  const record = proposal.publication_record ?? {};
  const { subjects = '', ...details } = recordInput(record, take);
  const acceptedText = await acceptedSubjects(trx, subjects);
  return {
    ...(await contributorFields(trx, { bookId, authorName: book.author_name, proposal, take })),
    ...Object.fromEntries(
      proposalFieldNames.filter((name) => take.has(name)).map((name) => [name, fields[name]]),
    ),
    ...details,
    ...(acceptedText !== '' && { subjects: acceptedText }),
    ...((take.has('asin') || take.has('other_identifiers')) &&
      parse(identifiersInput, {
        other_identifiers: mergedIdentifiers(book.other_identifiers, record, take),
      })),
    ...(take.has('category') && {
      category_code: proposal.category_code ?? '',
      sub_category_code: proposal.sub_category_code ?? '',
    }),
  };
}
