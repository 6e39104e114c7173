import { recordForFile } from '#contract/books/book-details';
import { epubIdentifierTypes, toDoi } from '#contract/books/identifiers';
import { refinements } from './epub-refinements.ts';
import { type Markup, attributeOf, elementsNamed, textOf } from './markup.ts';
import type { ParsedEpub } from './parsed.ts';

const ASIN = /^(?:urn:)?(?:(?:amazon|asin|mobi-asin):)?([A-Z0-9]{10})$/i;
/** A type with letters. Codes of ONIX lists are digits. */
const NAMED_TYPE = /\p{L}/u;
const fieldTypes: readonly string[] = Object.values(epubIdentifierTypes);
/** Returns true for the types of identifiers that other fields contain. */
const isOtherField = (type: string): boolean =>
  fieldTypes.includes(type) || /^(isbn|doi|uuid|uri|url)/i.test(type);

/**
 * Returns the identifiers of an EPUB except the ISBN. Calibre names the scheme of an ASIN `AMAZON` or `MOBI-ASIN`. Other identifiers have a
 * type in the refinement `identifier-type`.
 */
export function readIdentifiers(metadata: Markup): ParsedEpub['identifiers'] {
  const elements = elementsNamed(metadata, 'identifier').map((element) => ({
    text: textOf(element),
    scheme: attributeOf(element, 'scheme') ?? '',
    type: refinements(metadata, element, 'identifier-type')[0] ?? '',
  }));
  const [doi] = elements.flatMap(({ text }) => toDoi(text.replace(/^urn:/i, '')) ?? []);
  const valueOf = (name: string) => elements.find(({ type }) => type === name)?.text ?? '';
  const entries = elements.flatMap(({ text, scheme, type }) => {
    const asin = /amazon|asin/i.test(`${scheme} ${text}`) ? ASIN.exec(text)?.[1] : undefined;
    if (asin !== undefined) return [`ASIN: ${asin.toUpperCase()}`];
    return NAMED_TYPE.test(type) && !isOtherField(type) ? [`${type}: ${text}`] : [];
  });
  // Invalid values are omitted.
  return recordForFile({
    doi,
    gtin: valueOf(epubIdentifierTypes.gtin),
    own_number: valueOf(epubIdentifierTypes.own_number),
    other_identifiers: [...new Set(entries)].join('; '),
  });
}
