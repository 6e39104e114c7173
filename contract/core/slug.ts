import { limits } from './limits.ts';

const marks = /\p{M}+/gu;

/**
 * Returns the normal form of text for searches: compatibility forms decomposed, marks removed, lower case, and the Turkish dotless i as i.
 * Only this function computes it, so both databases return the same results.
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

/** Returns the slug of a name: `Çocuk Kitapları` becomes `cocuk-kitaplari`. Blank if no letter or digit remains. */
export function slugOf(name: string): string {
  return (
    foldText(name)
      .replace(/[^\p{L}\p{N}]+/gu, '-')
      .replace(/^-+/, '')
      .slice(0, limits.maxSlugLength)
      // Removes a hyphen or half a surrogate pair at the end.
      .replace(/[-\uD800-\uDBFF]+$/, '')
  );
}
