import { foldText } from '#contract/core/slug';

const OFFSET = 0x811c9dc5;
const PRIME = 0x01000193;

/** Returns a stored hash that is equal for texts that differ only in case and accents, and practically never for others. */
export function foldedKey(text: string): number {
  let hash = OFFSET;
  for (const character of foldText(text)) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), PRIME);
  return hash;
}
