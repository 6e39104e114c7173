/** Invisible characters: format characters and ignorable code points. */
const invisible = /[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu;

/** Normal form of a code, used for storage and lookup: codes that look the same are equal. */
export function plainCode(code: string): string {
  return code.replace(invisible, '').normalize('NFC').trim();
}
