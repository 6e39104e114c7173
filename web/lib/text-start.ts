/** The first words of a text, as they stand; undefined when there are no more than that. */
export function firstWords(text: string, count: number): string | undefined {
  let seen = 0;
  for (const match of text.matchAll(/\S+/g)) {
    seen += 1;
    if (seen > count) return text.slice(0, match.index).trimEnd();
  }
  return undefined;
}

/** The first characters of a text; undefined when it is no longer. Never cuts a character in two. */
export function firstCharacters(text: string, count: number): string | undefined {
  // A character is one or two units, so what comes behind twice as many is not looked at.
  const characters = Array.from(text.slice(0, 2 * count + 2));
  return characters.length > count ? characters.slice(0, count).join('').trimEnd() : undefined;
}
