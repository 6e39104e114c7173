import type { DraftChapter, SoundChapter, TextChapter } from '#contract/import-draft';
import type { DraftSource } from '#contract/import-terms';
import { limits } from '#contract/limits';
import { foldForComparison } from './fold.ts';
import { type Pair, pairChapters } from './pair-chapters.ts';

export interface TextWithItems {
  readonly title: string;
  readonly source: DraftSource;
  readonly items: readonly string[];
}

const charactersOf = ({ items }: TextWithItems): number => items.reduce((sum, item) => sum + item.length, 0);

const BEGINNING = 120;

export const toTextChapter = (text: TextWithItems): TextChapter => ({
  title: text.title,
  item_count: text.items.length,
  characters: charactersOf(text),
  beginning: text.items.join(' ').slice(0, BEGINNING).toWellFormed(),
  source: text.source,
});

/** Says nothing: "Track 7", "007", "Chapter 7". */
const isGeneric = (title: string): boolean =>
  /^(track|chapter|kapitel|capitulo|bolum|kisim|part|parte|audio)?\s*\d*$/.test(foldForComparison(title));

/** Of a sound with its text the more telling title; nothing telling is numbered. */
function nameOf(
  text: TextWithItems | undefined,
  sound: SoundChapter | undefined,
  number: number,
): { name: string; name_source: DraftSource } {
  const found = [text, sound].flatMap((one) => (one && one.title.trim() !== '' ? [one] : []));
  const best = found.find(({ title }) => !isGeneric(title)) ?? found[0];
  return best
    ? { name: best.title.slice(0, limits.maxNameLength).toWellFormed(), name_source: best.source }
    : { name: `Chapter ${number}`, name_source: 'none' };
}

/** Front matter and the like, which a recording leaves out as a rule. */
const SHORT_TEXT = 600;

/** Where to cut the items of a text that is read in two sounds. */
function cutOf(text: TextWithItems, share: number): number {
  const wanted = charactersOf(text) * share;
  let sum = 0;
  const at = text.items.findIndex((item) => {
    sum += item.length;
    return sum >= wanted;
  });
  return Math.min(Math.max(at + 1, 1), text.items.length);
}

/** The chapters a book of these texts and sounds would have. */
export async function draftChaptersOf(
  texts: readonly TextWithItems[],
  sounds: readonly SoundChapter[],
): Promise<DraftChapter[]> {
  const pairs = await pairChapters(
    texts.map((text) => ({ title: text.title, weight: charactersOf(text) })),
    sounds.map(({ title, start, end }) => ({ title, weight: end - start })),
  );
  const isWorthwhile = ({ texts: places, sounds: heard }: Pair): boolean => {
    const [place] = places;
    const text = place === undefined ? undefined : texts[place];
    return heard.length > 0 || sounds.length === 0 || !text || charactersOf(text) >= SHORT_TEXT;
  };
  const kept = pairs.filter(isWorthwhile);
  const chapters: DraftChapter[] = [];
  const add = (
    chapter: Omit<DraftChapter, 'id' | 'name' | 'name_source'>,
    text?: TextWithItems,
    sound?: SoundChapter,
  ) =>
    void chapters.push({
      id: `c${chapters.length + 1}`,
      ...nameOf(text, sound, chapters.length + 1),
      ...chapter,
    });
  for (const { texts: textPlaces, sounds: soundPlaces, confidence, reason } of kept) {
    const ranges = textPlaces.map((text) => ({ text, from: 0, to: texts[text]?.items.length ?? 0 }));
    const text = texts[textPlaces[0] ?? -1];
    const heard = soundPlaces.flatMap((place) => sounds[place] ?? []);
    const [first, second] = heard;
    const soundOf = ({ file, start, end }: SoundChapter) => ({ file, start, end });
    if (!first) add({ sound: null, texts: ranges, confidence, reason }, text);
    else if (!second) add({ sound: soundOf(first), texts: ranges, confidence, reason }, text, first);
    else if (first.file === second.file && first.end === second.start)
      add({ sound: { ...soundOf(first), end: second.end }, texts: ranges, confidence, reason }, text, first);
    else {
      const whole = ranges[0];
      const share = (first.end - first.start) / (first.end - first.start + second.end - second.start);
      const cut = text ? cutOf(text, share) : 0;
      const parts = whole
        ? [
            { ...whole, to: cut },
            { ...whole, from: cut },
          ]
        : [];
      add({ sound: soundOf(first), texts: parts.slice(0, 1), confidence, reason }, text, first);
      const rest = parts.slice(1).filter(({ from, to }) => to > from);
      add(
        { sound: soundOf(second), texts: rest, confidence: rest.length > 0 ? confidence : null, reason },
        undefined,
        second,
      );
    }
  }
  return chapters;
}
