/** The number of characters of an ISNI; the last one is the check character. */
const LENGTH = 16;

/** Returns the check character of the first 15 digits, by ISO 7064 MOD 11-2. */
function checkCharacterOf(digits: string): string {
  let total = 0;
  for (const digit of digits) total = (total + Number(digit)) * 2;
  const rest = (12 - (total % 11)) % 11;
  return rest === 10 ? 'X' : String(rest);
}

/** Returns an ISNI without its address, spaces and hyphens. Other texts are returned in the same form; see `isIsni`. */
export const plainIsni = (text: string): string =>
  text
    .trim()
    .replace(/^(https?:\/\/)?(www\.)?(isni\.org\/(isni\/)?|orcid\.org\/)/i, '')
    .replace(/^ISNI:?\s*/i, '')
    .replaceAll(/[\s-]/g, '')
    .toUpperCase();

/** Returns true for 15 digits and a check character, which can be wrong. */
export const isIsniForm = (plain: string): boolean => plain.length === LENGTH && /^\d{15}[\dX]$/.test(plain);

/** Returns true for a plain ISNI with the right check character. */
export const isIsni = (plain: string): boolean =>
  isIsniForm(plain) && checkCharacterOf(plain.slice(0, -1)) === plain.at(-1);

/** Returns a plain ISNI in groups of four, as it is printed. */
export const formatIsni = (plain: string): string => plain.replaceAll(/(.{4})(?=.)/g, '$1 ');
