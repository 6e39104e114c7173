import { languageShortCode } from '#contract/core/languages';

/** The parameters of the address of the Books screen; absent ones have their default. */
export interface BooksAddress {
  readonly search?: string;
  /** Numeric; blank means all languages. */
  readonly language?: number | '';
  /** The name. */
  readonly author?: string;
  /** As the screen names it: `category:CODE` or `sub_category:CODE`. */
  readonly category?: string;
}

export const booksPath = '/books';

/** Names all languages in an address. */
export const allLanguages = 'all';

/** The parameter of a language; blank means all of them. */
export const nameOfLanguage = (language: number | ''): string =>
  language === '' ? allLanguages : (languageShortCode(language) ?? String(language));

/** The address that opens Books with these filters and no others. A language that has no name is its number there. */
export function booksAddress({ search, language, author, category }: BooksAddress): string {
  const parameters = new URLSearchParams();
  if (search !== undefined && search !== '') parameters.set('search', search);
  if (author !== undefined && author !== '') parameters.set('author', author);
  if (category !== undefined) parameters.set('category', category);
  if (language !== undefined) parameters.set('language', nameOfLanguage(language));
  return `${booksPath}?${parameters}`;
}
