import type { IAudioMetadata } from 'music-metadata';
import type { TagText } from './tag-texts.ts';

/** Returns the name of a tag without its prefix, spaces and hyphens: `SERIESPART` for `TXXX:series-part`. */
const plainName = (id: string): string =>
  id
    .slice(id.lastIndexOf(':') + 1)
    .toUpperCase()
    .replaceAll(/[\s_-]/g, '');

const isValue = (value: unknown): value is string | number =>
  (typeof value === 'string' && value.trim() !== '') || typeof value === 'number';

/**
 * Returns the texts of tags by their names, in the order of the names. Values of one tag are joined by `separator`; the parser splits texts of
 * ID3 2.3 at every slash.
 */
export function tagTextOf(
  { native }: IAudioMetadata,
  names: readonly string[],
  { text, separator }: { readonly text: TagText; readonly separator: string },
): string[] {
  const texts = new Map<string, string>();
  for (const tags of Object.values(native)) {
    const byName = Map.groupBy(tags, ({ id }) => plainName(id));
    for (const [name, entries] of byName) {
      const values = entries.flatMap(({ value }): unknown[] => [value].flat()).filter(isValue);
      if (values.length > 0 && !texts.has(name))
        texts.set(name, [...new Set(values.map((value) => text(String(value))))].join(separator));
    }
  }
  return names.flatMap((name) => texts.get(name) ?? []);
}
