/** Matches invisible characters: format characters and ignorable code points. */
const invisible = /[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu;

/** Returns the normal form of a code for storage and lookup. Codes that look the same have the same normal form. */
export function plainCode(code: string): string {
  return code.replace(invisible, '').normalize('NFC').trim();
}
