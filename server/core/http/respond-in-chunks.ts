import type { LongList } from '#contract/core/define-resource';
import { yieldToEventLoop } from '#server/core/yield-to-event-loop';

/** The maximum number of entries, with their inner entries, that are written at once. */
const SHORT = 2_000;
/** The number of characters that are written before other tasks run, which is some milliseconds of work. */
const CHARACTERS_PER_CHUNK = 256 * 1024;

type Entries = readonly Readonly<Record<string, unknown>>[];
type ResponseRecord = Readonly<Record<string, unknown>>;

/** Returns the records of a response that contain the list: the single record or the items of the page. */
function holdersOf(data: unknown): readonly ResponseRecord[] {
  if (typeof data !== 'object' || data === null) return [];
  const { items } = data as { items?: unknown };
  return Array.isArray(items) ? (items as ResponseRecord[]) : [data as ResponseRecord];
}

function weightOf(entries: Entries, { inner }: LongList): number {
  return entries.reduce((sum, entry) => sum + 1 + ((entry[inner] as unknown[] | undefined)?.length ?? 0), 0);
}

/**
 * Creates a writer for responses whose records contain a possibly very long list. The list entries are serialized separately, with pauses
 * for other tasks.
 */
export function createChunkWriter(list: LongList, serialize: (entry: unknown) => string) {
  const { key } = list;
  const hole = `${JSON.stringify(key)}:[]`;

  return {
    /** Returns true if a response is so long that it would delay other requests. */
    isLong(data: unknown): boolean {
      let weight = 0;
      for (const { [key]: entries } of holdersOf(data)) {
        if (Array.isArray(entries)) weight += weightOf(entries as Entries, list);
        if (weight > SHORT) return true;
      }
      return false;
    },

    /**
     * Returns the bytes that `whole` would write.
     * @param observe is called with each part of the text
     */
    async write(
      response: { readonly data: unknown },
      whole: (response: unknown) => string,
      observe?: (text: string) => void,
    ): Promise<Buffer> {
      const holders = holdersOf(response.data);
      const emptiedRecords = holders.map((record) =>
        Array.isArray(record[key]) ? { ...record, [key]: [] } : record,
      );
      const { data } = response;
      const isPage = Array.isArray((data as { items?: unknown }).items);
      // Quotes in strings are escaped in JSON, so this text does not occur in the strings of the response.
      const shell = whole({
        ...response,
        data: isPage ? { ...(data as object), items: emptiedRecords } : emptiedRecords[0],
      }).split(hole);
      const chunks: Buffer[] = [];
      let chunk = '';
      const flush = async () => {
        observe?.(chunk);
        chunks.push(Buffer.from(chunk));
        chunk = '';
        await yieldToEventLoop();
      };
      const lists = holders.flatMap((record) => (Array.isArray(record[key]) ? [record[key] as Entries] : []));
      for (const [index, text] of shell.entries()) {
        chunk += text;
        const entries = lists[index];
        if (!entries) continue;
        chunk += `${JSON.stringify(key)}:[`;
        for (const [position, entry] of entries.entries()) {
          chunk += `${position > 0 ? ',' : ''}${serialize(entry)}`;
          if (chunk.length > CHARACTERS_PER_CHUNK) await flush();
        }
        chunk += ']';
      }
      await flush();
      return Buffer.concat(chunks);
    },
  };
}
