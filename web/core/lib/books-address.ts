import type { ContributorRole } from '#contract/contributors/contributors';
import { languageShortCode } from '#contract/core/languages';

/** The parameters of the address of the Books screen. Missing ones have their defaults. */
export interface BooksAddress {
  readonly search?: string;
  /** The numeric code; blank means all languages. */
  readonly language?: number | '';
  /** The name of the author. */
  readonly author?: string;
  /** 1 backup service, 0 main service; blank means both. */
  readonly type?: string;
  /** `category:CODE` or `sub_category:CODE`. */
  readonly category?: string;
  /** Scheme and code, such as `Thema:FBA`. */
  readonly subject?: string;
  readonly series_id?: number;
  readonly publisher_id?: number;
  readonly imprint_id?: number;
  readonly contributor_id?: number;
  /** With `contributor_id`. */
  readonly contributor_role?: ContributorRole;
}

export const booksPath = '/books';

/** The parameter value for all languages. */
export const allLanguages = 'all';

/** Returns the parameter value of a language; blank means all languages. */
export const nameOfLanguage = (language: number | ''): string =>
  language === '' ? allLanguages : (languageShortCode(language) ?? String(language));

/** Returns the address that opens Books with only these filters. A language without a short code is written as its number. */
export function booksAddress(address: BooksAddress): string {
  const { search, language, author, type, category, subject, contributor_role } = address;
  const parameters = new URLSearchParams();
  if (search !== undefined && search !== '') parameters.set('search', search);
  if (author !== undefined && author !== '') parameters.set('author', author);
  if (type !== undefined && type !== '') parameters.set('type', type);
  if (category !== undefined) parameters.set('category', category);
  if (subject !== undefined) parameters.set('subject', subject);
  for (const name of ['series_id', 'publisher_id', 'imprint_id', 'contributor_id'] as const)
    if (address[name] !== undefined) parameters.set(name, String(address[name]));
  if (contributor_role !== undefined) parameters.set('contributor_role', contributor_role);
  if (language !== undefined) parameters.set('language', nameOfLanguage(language));
  return `${booksPath}?${parameters}`;
}
