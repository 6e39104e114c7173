import type { Book } from '#contract/books/books';
import { authorsEndpoints, authorsQuery } from '#contract/contributors/authors';
import {
  type ContributorDetails,
  type ContributorRole,
  contributorRoleNames,
  contributorsEndpoints,
  contributorsQuery,
  contributorUpdate,
} from '#contract/contributors/contributors';
import { parseBiographies, parseLinks } from '#contract/contributors/contributor-details';
import { pathOf } from '#contract/core/define-resource';
import type { Page } from '#contract/core/envelope';
import type { ErrorInfo } from '#contract/core/errors';
import { knownErrors } from '#contract/core/errors';
import type { FakeApiRequest } from './fake-call.ts';
import type { FakeApi } from './fake-state.ts';

type Reject = (status: number, errorInfo: ErrorInfo) => never;

const booksOf = (fake: FakeApi) => fake.items.books as unknown as Book[];

const rolesOn = ({ author, contributors = [] }: Book) => [
  { ...author, role: 'author' as ContributorRole },
  ...contributors.filter(({ id, role }) => role !== 'author' || id !== author.id),
];

const charactersOf = (name: string) =>
  [...name.toLowerCase()]
    .filter((character) => /\p{L}/u.test(character))
    .toSorted()
    .join('');

/** Returns the contributors of all books, those with the most books first. Names with the same letters are similar. */
function contributorsIn(fake: FakeApi): ContributorDetails[] {
  const all = booksOf(fake).flatMap(rolesOn);
  const people = [...Map.groupBy(all, ({ id }) => id)].map(([id, entries]) => ({
    id,
    name: entries[0]?.name ?? '',
    version: 1,
    sort_name: '',
    other_names: [],
    isni: '',
    biography: '',
    ...fake.contributorDetails.get(id),
    book_count: booksOf(fake).filter((book) => rolesOn(book).some((entry) => entry.id === id)).length,
    roles: contributorRoleNames.flatMap((role) => {
      const book_count = entries.filter((entry) => entry.role === role).length;
      return book_count > 0 ? [{ role, book_count }] : [];
    }),
  }));
  return people
    .toSorted((a, b) => b.book_count - a.book_count || a.id - b.id)
    .map((contributor) => ({
      ...contributor,
      similar: people
        .filter(
          ({ id, name }) => id !== contributor.id && charactersOf(name) === charactersOf(contributor.name),
        )
        .map(({ id, name, book_count }) => ({ id, name, book_count })),
    }));
}

const countIn = ({ roles = [] }: ContributorDetails, role: ContributorRole): number =>
  roles.find((entry) => entry.role === role)?.book_count ?? 0;

function pageOf<Item>(
  items: readonly Item[],
  { page, items_per_page: size }: Record<'page' | 'items_per_page', number>,
) {
  const result: Page<Item> = { items: items.slice((page - 1) * size, page * size), total: items.length };
  return { ...result, objects: { total: items.length } };
}

const matches = (contributor: ContributorDetails, search: string): boolean =>
  [contributor.name, ...(contributor.other_names ?? [])].some((name) =>
    name.toLowerCase().includes(search.toLowerCase()),
  );

function update(
  fake: FakeApi,
  { id, body }: { id: number; body: FakeApiRequest['body'] },
  rejectCall: Reject,
) {
  const { name, other_names, sort_name, isni, biography, links, localized_biographies, remove_image } =
    contributorUpdate.parse({ ...body, id });
  const before = contributorsIn(fake).find((contributor) => contributor.id === id);
  if (!before) return rejectCall(404, knownErrors.notFound('contributor'));
  if (contributorsIn(fake).some((contributor) => contributor.id !== id && contributor.name === name))
    return rejectCall(409, knownErrors.authorNameTaken(name ?? ''));
  fake.contributorDetails.set(id, {
    sort_name: sort_name ?? before.sort_name ?? '',
    other_names: other_names ?? before.other_names ?? [],
    isni: isni ?? before.isni,
    biography: biography ?? before.biography,
    links: links === undefined ? (before.links ?? []) : parseLinks(links),
    localized_biographies:
      localized_biographies === undefined
        ? (before.localized_biographies ?? [])
        : parseBiographies(localized_biographies),
    ...(body['image'] instanceof File || remove_image === true
      ? { image: remove_image === true ? null : '/media/new', thumbnail_url: null }
      : { image: before.image ?? null, thumbnail_url: before.thumbnail_url ?? null }),
  });
  for (const book of name === undefined ? [] : booksOf(fake))
    for (const entry of [book.author, ...(book.contributors ?? [])])
      if (entry.id === id) entry.name = name ?? entry.name;
  return undefined;
}

/** Responds to requests about contributors and authors. Returns undefined for other requests. */
export function respondContributors(
  fake: FakeApi,
  call: FakeApiRequest,
  rejectCall: Reject,
): { readonly data: unknown } | undefined {
  const { method, path, query, body } = call;
  if (method === 'GET' && path === authorsEndpoints.list.path) {
    const { search, similar, ...page } = authorsQuery.parse(query);
    const authors = contributorsIn(fake)
      .filter((contributor) => countIn(contributor, 'author') > 0 && matches(contributor, search))
      .map((contributor) => ({ ...contributor, book_count: countIn(contributor, 'author') }));
    return { data: pageOf(similar ? authors.filter((author) => author.similar?.length) : authors, page) };
  }
  if (method === 'GET' && path === contributorsEndpoints.list.path) {
    const { search, similar, role, ...page } = contributorsQuery.parse(query);
    const people = contributorsIn(fake).filter(
      (contributor) => matches(contributor, search) && (role === undefined || countIn(contributor, role) > 0),
    );
    return {
      data: pageOf(similar ? people.filter((contributor) => contributor.similar?.length) : people, page),
    };
  }
  const id = Number(path.split('/').at(-1));
  const endpoints = [authorsEndpoints.get, contributorsEndpoints.get];
  if (!endpoints.some((endpoint) => pathOf(endpoint, id) === path)) return undefined;
  if (method === 'PUT') update(fake, { id, body }, rejectCall);
  const contributor = contributorsIn(fake).find((item) => item.id === id);
  return { data: contributor ?? rejectCall(404, knownErrors.notFound('contributor')) };
}
