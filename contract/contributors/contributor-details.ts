import { z } from 'zod';
import { languageNameOf } from '#contract/books/language-names';
import { MAX_LANGUAGES, localizedLanguage, localizedList } from '#contract/books/localized-texts';
import * as fields from '#contract/core/fields';
import { limits } from '#contract/core/limits';
import { documentedAs, namedSchema, withKeywords } from '#contract/core/schema-notes';

/* The links of a contributor, and the biography in other languages. Both are stored as JSON, in the order of the request. */

export const MAX_LINKS = 10;
export const MAX_LINK_LABEL = 100;

const noAddress = 'Enter an http or https address for each link.';

export const contributorLink = namedSchema(
  'ContributorLink',
  z.object({
    label: z.string().describe('The name of the page.'),
    url: withKeywords(z.string(), { format: 'uri' }).describe('The address, with `http` or `https`.'),
  }),
);
export type ContributorLink = z.infer<typeof contributorLink>;

const linkInput = namedSchema(
  'ContributorLinkInput',
  z.object({
    label: fields
      .requiredText(MAX_LINK_LABEL, 'Enter a label for each link.')
      .describe('The name of the page, such as `Website`.'),
    url: documentedAs(
      fields.requiredText(limits.maxAddressLength, noAddress).refine((url) => fields.isLink(url), noAddress),
      z.string().max(limits.maxAddressLength),
    ).describe('The address, which starts with `http://` or `https://`.'),
  }),
);

const format = (list: readonly object[]): string => (list.length === 0 ? '' : JSON.stringify(list));

/** The links in a request, as a list or as JSON. Returns the stored text. */
export const linksInput = documentedAs(
  fields
    .jsonList(linkInput, MAX_LINKS, 'links')
    .transform((list) => format(list.map(({ label, url }) => ({ label, url })))),
  z.array(linkInput).max(MAX_LINKS),
)
  .optional()
  .describe('All links in order. An empty list removes them.');

export const parseLinks = (text: string): ContributorLink[] =>
  text === '' ? [] : (JSON.parse(text) as ContributorLink[]);

/** A biography in a response. */
export const localizedBiography = namedSchema(
  'LocalizedBiography',
  z.object({
    language: z.string().describe('The language as an ISO 639 code, such as `fr`.'),
    biography: z.string().describe('The biography in this language. Can contain line breaks.'),
  }),
);
export type LocalizedBiography = z.infer<typeof localizedBiography>;

const biographyInput = namedSchema(
  'LocalizedBiographyInput',
  z.object({
    language: localizedLanguage,
    biography: fields
      .optionalText(limits.maxDescriptionLength)
      .describe('The biography in this language. An entry without one is ignored.'),
  }),
);

/** The biographies in other languages in a request, as a list or as JSON. Returns the stored text. */
export const localizedBiographiesInput = documentedAs(
  localizedList(biographyInput).transform((list) =>
    format(list.flatMap(({ language, biography }) => (biography ? [{ language, biography }] : []))),
  ),
  z.array(biographyInput).max(MAX_LANGUAGES),
)
  .optional()
  .describe('The biography in other languages, one entry per language. An empty list removes them.');

export const parseBiographies = (text: string): LocalizedBiography[] =>
  text === '' ? [] : (JSON.parse(text) as LocalizedBiography[]);

/** Returns the links of a contributor and those of another one with other addresses, as stored. */
export function mergeLinks(into: string, from: string): string {
  const links = parseLinks(into);
  const urls = new Set(links.map(({ url }) => url));
  return format([...links, ...parseLinks(from).filter(({ url }) => !urls.has(url))].slice(0, MAX_LINKS));
}

/** Returns the biographies of a contributor and those of another one in further languages, as stored. */
export function mergeBiographies(into: string, from: string): string {
  const biographies = parseBiographies(into);
  const languages = new Set(biographies.map(({ language }) => language));
  const others = parseBiographies(from).filter(({ language }) => !languages.has(language));
  return format([...biographies, ...others].slice(0, MAX_LANGUAGES));
}

const fieldsInWords: Readonly<Record<string, (text: string) => string>> = {
  links: (text) =>
    parseLinks(text)
      .map(({ label, url }) => `${label}: ${url}`)
      .join('\n'),
  localized_biographies: (text) =>
    parseBiographies(text)
      .map(({ language, biography }) => `${languageNameOf(language) ?? language}: ${biography}`)
      .join('\n'),
};

/** Returns the stored text of a field as a person reads it; undefined for other fields, which are text. */
export const contributorFieldInWords = (field: string, text: string): string | undefined =>
  Object.hasOwn(fieldsInWords, field) ? fieldsInWords[field]?.(text) : undefined;
