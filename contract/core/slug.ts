import { limits } from './limits.ts';

const marks = /\p{M}+/gu;

/**
 * How text is compared in searches, the same on every database because only this function does it: compatibility forms
 * taken apart, marks stripped, lower case, the Turkish dotless i an i.
 */
export function foldText(text: string): string {
  return text
    .normalize('NFKD')
    .replace(marks, '')
    .toLowerCase()
    .replaceAll('ı', 'i')
    .normalize('NFKD')
    .replace(marks, '')
    .replace(/\s+/gu, ' ')
    .trim();
}

/** A short name for addresses and forms: `Çocuk Kitapları` gives `cocuk-kitaplari`. Blank when no letter or digit is left. */
export function slugOf(name: string): string {
  return (
    foldText(name)
      .replace(/[^\p{L}\p{N}]+/gu, '-')
      .replace(/^-+/, '')
      .slice(0, limits.maxSlugLength)
      // Neither a hyphen nor half a character stays at the end.
      .replace(/[-\uD800-\uDBFF]+$/, '')
  );
}
