/* Identifiers of books. The rules are those of the ISBN Users’ Manual (ISO 2108), the GS1 General Specifications and the DOI Handbook. */

/** Returns an identifier without hyphens, spaces and upper case, for comparisons and searches. */
export const identifierKey = (text: string): string => text.toLowerCase().replace(/[^a-z0-9./]+/g, '');

/** Replaces dashes and spaces with hyphens. */
const withHyphens = (text: string): string =>
  text
    .trim()
    .replace(/^(urn:)?isbn(-1[03])?:?\s*/i, '')
    .replace(/[\s\p{Dash}]+/gu, '-');

/** Returns the check digit of GTIN and ISBN-13: the digits have the weights 3 and 1 from the right. */
function checkDigitOf(digits: string): string {
  const sum = [...digits]
    .toReversed()
    .reduce((total, digit, index) => total + Number(digit) * (index % 2 ? 1 : 3), 0);
  return String((10 - (sum % 10)) % 10);
}

const hasCheckDigit = (digits: string): boolean => checkDigitOf(digits.slice(0, -1)) === digits.at(-1);

/** The check of ISBN-10: the sum with the weights 10 to 1 is divisible by 11, and X is 10. */
function isIsbn10(text: string): boolean {
  if (!/^\d{9}[\dX]$/.test(text)) return false;
  const sum = [...text].reduce(
    (total, digit, index) => total + (digit === 'X' ? 10 : Number(digit)) * (10 - index),
    0,
  );
  return sum % 11 === 0;
}

/**
 * Returns a valid ISBN as ISBN-13 with the hyphens of the text: `0-306-40615-2` becomes `978-0-306-40615-7`. Undefined for any other text.
 */
export function toIsbn(text: string): string | undefined {
  const isbn = withHyphens(text).toUpperCase();
  const compact = isbn.replaceAll('-', '');
  if (/^97[89]\d{10}$/.test(compact) && hasCheckDigit(compact)) return isbn;
  if (!isIsbn10(compact)) return undefined;
  const prefix = isbn.includes('-') ? '978-' : '978';
  return `${prefix}${isbn.slice(0, -1)}${checkDigitOf(`978${compact.slice(0, -1)}`)}`;
}

/** Returns a valid GTIN of 8, 12, 13 or 14 digits without spaces and hyphens. Undefined for any other text. */
export function toGtin(text: string): string | undefined {
  const digits = text.replace(/[\s\p{Dash}]+/gu, '');
  return /^(\d{8}|\d{12,14})$/.test(digits) && hasCheckDigit(digits) ? digits : undefined;
}

/** Returns a valid DOI without the address of its resolver. Undefined for any other text. */
export function toDoi(text: string): string | undefined {
  const doi = text.trim().replace(/^(https?:\/\/(dx\.)?doi\.org\/|doi:\s*)/i, '');
  return /^10\.\d{4,9}(\.\d+)*\/\S+$/.test(doi) ? doi : undefined;
}

/**
 * Returns identifiers of other types as one text, such as `ASIN: B07H4T2QK1; LCCN: 2001-345`. Undefined if an identifier has no type or no
 * value, or occurs twice.
 */
export function toIdentifiers(text: string): string | undefined {
  const entries = text
    .split(/[;\n]/)
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '')
    .map((entry) => /^([\p{L}\p{N}][\p{L}\p{N} ._-]{0,29}?)\s*:\s*(\S.*)$/u.exec(entry));
  const pairs = entries.map((match) => match && `${match[1]}: ${match[2]}`);
  return pairs.some((pair) => pair === null) || new Set(pairs).size < pairs.length
    ? undefined
    : pairs.join('; ');
}

/** Returns the identifiers of a text of `toIdentifiers`. */
export const parseIdentifiers = (text: string): { type: string; value: string }[] =>
  text
    .split('; ')
    .filter((entry) => entry !== '')
    .map((entry) => {
      const [type = '', ...value] = entry.split(': ');
      return { type, value: value.join(': ') };
    });

/** The types of identifiers in EPUB files for fields of the publication record: `<meta property="identifier-type">`. */
export const epubIdentifierTypes = { gtin: 'GTIN', own_number: 'Own number' } as const;
