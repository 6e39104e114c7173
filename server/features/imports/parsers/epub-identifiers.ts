import { toDoi, toIdentifiers } from '#contract/books/identifiers';
import { type Markup, attributeOf, elementsNamed, textOf } from './markup.ts';
import type { ParsedEpub } from './parsed.ts';

const ASIN = /^(?:urn:)?(?:(?:amazon|asin|mobi-asin):)?([A-Z0-9]{10})$/i;

/** Returns the DOI and the ASIN of an EPUB. Calibre names the scheme of an ASIN `AMAZON` or `MOBI-ASIN`. */
export function readIdentifiers(metadata: Markup): ParsedEpub['identifiers'] {
  const elements = elementsNamed(metadata, 'identifier').map((element) => ({
    text: textOf(element),
    scheme: attributeOf(element, 'scheme') ?? '',
  }));
  const [doi] = elements.flatMap(({ text }) => toDoi(text.replace(/^urn:/i, '')) ?? []);
  const [asin] = elements.flatMap(({ text, scheme }) =>
    /amazon|asin/i.test(`${scheme} ${text}`) ? (ASIN.exec(text)?.[1] ?? []) : [],
  );
  const other_identifiers = asin === undefined ? undefined : toIdentifiers(`ASIN: ${asin.toUpperCase()}`);
  return {
    ...(doi !== undefined && { doi }),
    ...(other_identifiers !== undefined && { other_identifiers }),
  };
}
