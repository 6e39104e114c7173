import type { LongList } from '#contract/core/define-resource';
import { yieldToEventLoop } from '#server/core/yield-to-event-loop';

/** Entries, and what is in them, that are written at once. */
const SHORT = 2_000;
/** Characters that are written before others have their turn: some milliseconds of work. */
const CHARACTERS_PER_CHUNK = 256 * 1024;

type Entries = readonly Readonly<Record<string, unknown>>[];
type Holder = Readonly<Record<string, unknown>>;

/** The records of an answer that have the list: the answer itself, or those of its page. */
function holdersOf(data: unknown): readonly Holder[] {
  if (typeof data !== 'object' || data === null) return [];
  const { items } = data as { items?: unknown };
  return Array.isArray(items) ? (items as Holder[]) : [data as Holder];
}

function weightOf(entries: Entries, { inner }: LongList): number {
  return entries.reduce((sum, entry) => sum + 1 + ((entry[inner] as unknown[] | undefined)?.length ?? 0), 0);
}

/**
 * Writes answers whose records hold a list that may be very long: the rest of the answer by its own schema, and the entries of the list
 * by theirs, with turns for others between them.
 */
export function createChunkWriter(list: LongList, serialize: (entry: unknown) => string) {
  const { key } = list;
  const hole = `${JSON.stringify(key)}:[]`;

  return {
    /** True if a response is so long that it would delay others. */
    isLong(data: unknown): boolean {
      let weight = 0;
      for (const { [key]: entries } of holdersOf(data)) {
        if (Array.isArray(entries)) weight += weightOf(entries as Entries, list);
        if (weight > SHORT) return true;
      }
      return false;
    },

    /** The bytes that `whole` would write. `seen` is given them as they come. */
    async write(
      answer: { readonly data: unknown },
      whole: (answer: unknown) => string,
      observe?: (text: string) => void,
    ): Promise<Buffer> {
      const holders = holdersOf(answer.data);
      const emptied = holders.map((holder) =>
        Array.isArray(holder[key]) ? { ...holder, [key]: [] } : holder,
      );
      const { data } = answer;
      const isPage = Array.isArray((data as { items?: unknown }).items);
      // In a string of the answer the quotes of this text would be escaped, so it stands nowhere else.
      const shell = whole({
        ...answer,
        data: isPage ? { ...(data as object), items: emptied } : emptied[0],
      }).split(hole);
      const parts: Buffer[] = [];
      let written = '';
      const flush = async () => {
        observe?.(written);
        parts.push(Buffer.from(written));
        written = '';
        await yieldToEventLoop();
      };
      const lists = holders.flatMap((holder) => (Array.isArray(holder[key]) ? [holder[key] as Entries] : []));
      for (const [at, text] of shell.entries()) {
        written += text;
        const entries = lists[at];
        if (!entries) continue;
        written += `${JSON.stringify(key)}:[`;
        for (const [place, entry] of entries.entries()) {
          written += `${place > 0 ? ',' : ''}${serialize(entry)}`;
          if (written.length > CHARACTERS_PER_CHUNK) await flush();
        }
        written += ']';
      }
      await flush();
      return Buffer.concat(parts);
    },
  };
}
