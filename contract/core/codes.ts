/** Characters that nobody sees: format characters, and what is drawn as nothing. */
const invisible = /[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu;

/** A code as it is stored and looked up: codes that look alike are one. */
export function plainCode(code: string): string {
  return code.replace(invisible, '').normalize('NFC').trim();
}
