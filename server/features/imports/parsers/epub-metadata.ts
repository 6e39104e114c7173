import { toIsbn } from '#contract/books/identifiers';
import type { ContributorInFile, ContributorRole } from '#contract/contributors/contributors';
import { joinNames } from '#contract/contributors/name-lists';
import { limits } from '#contract/core/limits';
import type { ParsedValue, ParsedFields, ParsedProblem } from './parsed.ts';
import { languageName, toLanguage } from './language.ts';
import { type Markup, attributeOf, elementsNamed, inOneLine, textOf } from './markup.ts';
import { readContributors } from './epub-contributors.ts';
import { refinements } from './epub-refinements.ts';
import { readPage } from './epub-text.ts';

const isBlank = (text: string): boolean => text === '' || /^(unknown|anonymous|untitled)$/i.test(text);

/** Returns candidates without duplicates, the most likely first. */
export function candidates(
  values: readonly string[],
  source: ParsedValue['source'],
  max: number,
): ParsedValue[] {
  const plain = values
    .map((value) => value.slice(0, max).toWellFormed().trim())
    .filter((value) => !isBlank(value));
  return [...new Set(plain)].map((value) => ({ value, source }));
}

/** Removes markup from a description. Descriptions often contain markup as text. */
export const withoutMarkup = (text: string): string =>
  /<[a-z/!]/i.test(text)
    ? readPage(text)
        .blocks.map((block) => block.text)
        .join('\n\n')
    : text
        .split(/\n{2,}/)
        .map(inOneLine)
        .join('\n\n')
        .trim();

const yearOf = (text: string): string => /^\s*([1-9]\d{3})(?!\d)/.exec(text)?.[1] ?? '';

/** Reads the metadata of an EPUB package. */
export function readMetadata(
  metadata: Markup,
  maxName: number,
): { fields: ParsedFields; contributors: ContributorInFile[]; problems: ParsedProblem[] } {
  const titles = elementsNamed(metadata, 'title');
  const main = titles.filter((title) => refinements(metadata, title, 'title-type').includes('main'));
  const contributors = readContributors(metadata).filter(({ name }) => !isBlank(name));
  const namesOf = (role: ContributorRole) =>
    contributors.flatMap((contributor) => (contributor.role === role ? [contributor.name] : []));
  const dates = elementsNamed(metadata, 'date').toSorted(
    (a, b) =>
      Number(attributeOf(b, 'event') === 'publication') - Number(attributeOf(a, 'event') === 'publication'),
  );
  const writtenLanguages = elementsNamed(metadata, 'language').map(textOf).filter(Boolean);
  const languages = writtenLanguages.flatMap((language) => toLanguage(language) ?? []);
  const [first] = writtenLanguages;
  const problems: ParsedProblem[] =
    first !== undefined && languages.length === 0
      ? [
          {
            kind: 'language',
            message: `The text is in ${languageName(first)}, which isn’t one of the catalogue’s languages.`,
          },
        ]
      : [];
  return {
    fields: {
      name: candidates([...main, ...titles].map(textOf), 'epub', maxName),
      author: candidates(namesOf('author'), 'epub', maxName),
      narrator: candidates([joinNames(namesOf('narrator'))], 'epub', maxName),
      description: candidates(
        elementsNamed(metadata, 'description').map((element) => withoutMarkup(plain(element))),
        'epub',
        limits.maxDescriptionLength,
      ),
      year: candidates(
        dates.map((date) => yearOf(textOf(date))),
        'epub',
        4,
      ),
      isbn: candidates(
        elementsNamed(metadata, 'identifier').flatMap((element) => toIsbn(textOf(element)) ?? []),
        'epub',
        40,
      ),
      publisher: candidates(elementsNamed(metadata, 'publisher').map(textOf), 'epub', maxName),
      language: candidates(languages.map(String), 'epub', 10),
    },
    contributors,
    problems,
  };
}

/** Returns text with its line breaks, which `textOf` removes. */
const plain = (element: Markup): string =>
  element.children.map((child) => (typeof child === 'string' ? child : plain(child))).join('');
