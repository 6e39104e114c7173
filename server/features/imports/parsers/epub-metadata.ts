import { toIsbn } from '#contract/books/identifiers';
import { limits } from '#contract/core/limits';
import type { ParsedValue, ParsedFields, ParsedProblem } from './parsed.ts';
import { languageName, toLanguage } from './language.ts';
import { type Markup, attributeOf, elementsNamed, inOneLine, textOf } from './markup.ts';
import { readPage } from './epub-text.ts';

/** Returns the EPUB 3 refinement of an element: `<meta refines="#id" property="role">aut</meta>`. */
function refinement(metadata: Markup, element: Markup, property: string): string | undefined {
  const { id } = element.attributes;
  if (id === undefined) return undefined;
  const refiningElement = elementsNamed(metadata, 'meta').find(
    (meta) => meta.attributes['refines'] === `#${id}` && meta.attributes['property'] === property,
  );
  return refiningElement && textOf(refiningElement);
}

const roleOf = (metadata: Markup, element: Markup): string | undefined =>
  attributeOf(element, 'role') ?? refinement(metadata, element, 'role');

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
): { fields: ParsedFields; problems: ParsedProblem[] } {
  const titles = elementsNamed(metadata, 'title');
  const main = titles.filter((title) => refinement(metadata, title, 'title-type') === 'main');
  const users = [...elementsNamed(metadata, 'creator'), ...elementsNamed(metadata, 'contributor')];
  const narrators = users.filter((user) => roleOf(metadata, user) === 'nrt').map(textOf);
  const creators = elementsNamed(metadata, 'creator').filter((user) => roleOf(metadata, user) !== 'nrt');
  const writers = creators.filter((user) => (roleOf(metadata, user) ?? 'aut') === 'aut');
  const authors = (writers.length > 0 ? writers : creators).map(textOf);
  const together = authors.filter((author) => !isBlank(author)).join(', ');
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
      author: candidates([together, ...authors], 'epub', maxName),
      narrator: candidates([narrators.join(', ')], 'epub', maxName),
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
    problems,
  };
}

/** Returns text with its line breaks, which `textOf` removes. */
const plain = (element: Markup): string =>
  element.children.map((child) => (typeof child === 'string' ? child : plain(child))).join('');
