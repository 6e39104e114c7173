import { limits } from './limits.ts';

const marks = /\p{M}+/gu;

/**
 * Normal form of text for searches: compatibility forms decomposed, marks removed, lower case, the Turkish dotless i
 * an i. Only this function computes it, so both databases give the same results.
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

/** A slug for a name: `Çocuk Kitapları` gives `cocuk-kitaplari`. Blank when no letter or digit is left. */
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
