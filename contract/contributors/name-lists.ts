import { contributorNameKey, nameParticles } from './contributor-names.ts';

const withoutBlanks = (names: readonly string[]): string[] =>
  names.map((name) => name.replace(/\s+/gu, ' ').trim()).filter((name) => name !== '');

/** Returns true for a text such as "Ada Marsh": two or more words that are neither a family name alone nor end with an initial. */
function isFullName(text: string): boolean {
  const words = text.split(' ');
  return words.length > 1 && !nameParticles.test(words[0] ?? '') && !/^\p{L}\.?$/u.test(words.at(-1) ?? '');
}

/** Returns names without repeated ones. Of those that are equal except for case and spaces, the first remains. */
export function uniqueNames(names: readonly string[]): string[] {
  const byKey = new Map<string, string>();
  for (const name of names)
    if (!byKey.has(contributorNameKey(name))) byKey.set(contributorNameKey(name), name);
  return [...byKey.values()];
}

/**
 * Returns the names in a text, such as that of the narrators, without duplicates. Semicolons and " & " separate names. Commas do only between full names,
 * because "Marsh, Ada" is one name.
 */
export function splitNames(text: string): string[] {
  const names = withoutBlanks(text.split(/;|\s&\s/u)).flatMap((entry) => {
    const fullNames = withoutBlanks(entry.split(','));
    return fullNames.length > 1 && fullNames.every(isFullName) ? fullNames : [entry];
  });
  return uniqueNames(names);
}

/** Returns names as one text. `splitNames` returns the same names for it, unless one of them contains a separator. */
export function joinNames(names: readonly string[]): string {
  const text = names.join(', ');
  const isSplit = JSON.stringify(splitNames(text)) === JSON.stringify(names);
  return isSplit ? text : names.join('; ');
}
