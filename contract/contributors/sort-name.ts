import { nameParticles } from './contributor-names.ts';

/** Additions after a family name. */
const suffix = /^(jr|sr|ii|iii|iv)\.?$/iu;
/** Names in these scripts start with the family name. */
const familyFirst = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}]/u;

/**
 * Returns a proposed sort name: "Le Guin, Ursula K." for "Ursula K. Le Guin". Returns an empty text for names of one word, and for names
 * that already start with the family name. The result is a guess, so users confirm it.
 */
export function proposedSortName(name: string): string {
  const words = name.trim().split(/\s+/u);
  if (name.includes(',') || familyFirst.test(name)) return '';
  const suffixes = words.length > 2 && suffix.test(words.at(-1) ?? '') ? words.splice(-1) : [];
  if (words.length < 2) return '';
  let start = words.length - 1;
  while (start > 1 && nameParticles.test(words[start - 1] ?? '')) start -= 1;
  return [words.slice(start).join(' '), words.slice(0, start).join(' '), ...suffixes].join(', ');
}
