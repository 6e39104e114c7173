const bytesOf = new Map<string, ReadonlyMap<string, readonly number[]>>();

/** Returns the bytes of every character of an encoding. They are derived from its decoder, because there is no encoder. */
function tableOf(encoding: string): ReadonlyMap<string, readonly number[]> {
  const encodedBytes = bytesOf.get(encoding);
  if (encodedBytes) return encodedBytes;
  const table = new Map<string, readonly number[]>();
  const decoder = new TextDecoder(encoding, { fatal: true });
  const add = (...bytes: number[]) => {
    try {
      const text = decoder.decode(Uint8Array.from(bytes));
      if ([...text].length === 1 && !table.has(text)) table.set(text, bytes);
    } catch {
      // These bytes are not a character.
    }
  };
  const all = Array.from({ length: 256 }, (_, byte) => byte);
  for (const byte of all) add(byte);
  if (/jis|gbk|euc|big5/.test(encoding))
    for (const lead of all.slice(0x81)) for (const trail of all.slice(0x40)) add(lead, trail);
  bytesOf.set(encoding, table);
  return table;
}

/** Encodes text in an encoding that only old programs use. */
export function encodeLegacy(text: string, encoding: string): Buffer {
  const table = tableOf(encoding);
  return Buffer.from(
    [...text].flatMap((character) => {
      const bytes = table.get(character);
      if (!bytes) throw new Error(`${encoding} has no ${character}.`);
      return bytes;
    }),
  );
}
