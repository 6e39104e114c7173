import type {
  ProposalChapter,
  ExcludedEntry,
  AudioChapter,
  TextChapter,
} from '#contract/imports/import-proposal';
import type { ProposalSource } from '#contract/imports/import-limits';
import { limits } from '#contract/core/limits';
import { isFrontMatter } from './front-matter.ts';
import { isGeneric } from './names.ts';
import { type Pair, pairChapters } from './pair-chapters.ts';

export interface TextWithItems {
  readonly title: string;
  readonly source: ProposalSource;
  readonly items: readonly string[];
  /** The reason why the text is excluded unless a user includes it. */
  readonly excluded?: string;
}

const charactersOf = ({ items }: Pick<TextWithItems, 'items'>): number =>
  items.reduce((sum, item) => sum + item.length, 0);

const BEGINNING = 120;
const NAME_OF_UNTITLED = 60;
/** When one audio file has more texts, each text becomes a chapter. */
const MAX_TEXTS_OF_CHAPTER = 2;

export const toTextChapter = (text: TextWithItems): TextChapter => ({
  title: text.title,
  item_count: text.items.length,
  characters: charactersOf(text),
  beginning: text.items.join(' ').slice(0, BEGINNING).toWellFormed(),
  source: text.source,
});

/** Returns the more specific title of a text and its audio; without one, a numbered title. */
export function nameOf(
  text: TextWithItems | undefined,
  audio: AudioChapter | undefined,
  number: number,
): { name: string; name_source: ProposalSource } {
  const titledItems = [text, audio].flatMap((item) => (item && item.title.trim() !== '' ? [item] : []));
  const best = titledItems.find(({ title }) => !isGeneric(title)) ?? titledItems[0];
  return best
    ? { name: best.title.slice(0, limits.maxNameLength).toWellFormed(), name_source: best.source }
    : { name: `Chapter ${number}`, name_source: 'none' };
}

/** Returns the item at which to split a text that is read in two audio files. */
function cutOf(text: TextWithItems, share: number): number {
  const characters = charactersOf(text) * share;
  let sum = 0;
  const index = text.items.findIndex((item) => {
    sum += item.length;
    return sum >= characters;
  });
  return Math.min(Math.max(index + 1, 1), text.items.length);
}

/** Splits audio at the estimated end of each text, assuming a constant reading rate. */
function distributeAudio(
  audio: AudioChapter,
  texts: readonly TextWithItems[],
): { start: number; end: number }[] {
  const whole = texts.reduce((sum, text) => sum + charactersOf(text), 0);
  let characters = 0;
  let start = audio.start;
  return texts.map((text, index) => {
    characters += charactersOf(text);
    const isLast = index === texts.length - 1;
    const time = audio.start + ((audio.end - audio.start) * characters) / Math.max(1, whole);
    const end = isLast ? audio.end : Math.round(time * 1000) / 1000;
    const range = { start, end };
    start = end;
    return range;
  });
}

const excludedText = (text: TextWithItems, index: number, reason: string): ExcludedEntry => ({
  kind: 'text',
  name: text.title || text.items.join(' ').slice(0, NAME_OF_UNTITLED).toWellFormed(),
  reason,
  characters: charactersOf(text),
  seconds: null,
  text: index,
  file: null,
});

export interface ProposedChapters {
  readonly chapters: ProposalChapter[];
  /** Texts that no chapter uses. */
  readonly excluded: ExcludedEntry[];
  /** Number of chapters whose ends were estimated from the length of their texts. */
  readonly estimated: number;
}

type NewChapter = Omit<ProposalChapter, 'id' | 'name' | 'name_source'>;
interface TitledChapter extends NewChapter {
  readonly byText: TextWithItems | undefined;
  readonly byAudio: AudioChapter | undefined;
}

/** Returns the chapters of one pair. */
function chaptersOfPair(
  { confidence, reason, ...pair }: Pair,
  texts: readonly TextWithItems[],
  audios: readonly AudioChapter[],
): TitledChapter[] {
  const pairTexts = pair.texts.flatMap((textIndex) => texts[textIndex] ?? []);
  const ranges = pair.texts.map((text) => ({ text, from: 0, to: texts[text]?.items.length ?? 0 }));
  const [text] = pairTexts;
  const [first, second] = pair.audios.flatMap((audioIndex) => audios[audioIndex] ?? []);
  const audioOf = ({ file, start, end }: AudioChapter) => ({ file, start, end });
  const fit = { confidence, reason };
  if (!first) return [{ audio: null, texts: ranges, ...fit, byText: text, byAudio: undefined }];
  if (ranges.length > MAX_TEXTS_OF_CHAPTER) {
    const audioRanges = distributeAudio(first, pairTexts);
    return ranges.map((range, index) => ({
      audio: { file: first.file, start: first.start, end: first.end, ...audioRanges[index] },
      texts: [range],
      ...fit,
      byText: pairTexts[index],
      byAudio: undefined,
    }));
  }
  if (!second) return [{ audio: audioOf(first), texts: ranges, ...fit, byText: text, byAudio: first }];
  if (first.file === second.file && first.end === second.start)
    return [
      { audio: { ...audioOf(first), end: second.end }, texts: ranges, ...fit, byText: text, byAudio: first },
    ];
  const [whole] = ranges;
  const share = (first.end - first.start) / (first.end - first.start + second.end - second.start);
  const cut = text ? cutOf(text, share) : 0;
  const rest = whole && whole.to > cut ? [{ ...whole, from: cut }] : [];
  return [
    {
      audio: audioOf(first),
      texts: whole ? [{ ...whole, to: cut }] : [],
      ...fit,
      byText: text,
      byAudio: first,
    },
    {
      audio: audioOf(second),
      texts: rest,
      confidence: rest.length > 0 ? confidence : null,
      reason,
      byText: undefined,
      byAudio: second,
    },
  ];
}

/** Returns the chapters of a book with these texts and audio files. Every text is in one of them or in `excluded`. */
export async function proposalChaptersOf(
  texts: readonly TextWithItems[],
  audios: readonly AudioChapter[],
): Promise<ProposedChapters> {
  const includedIndexes = texts.flatMap(({ excluded }, index) => (excluded === undefined ? [index] : []));
  const sides = includedIndexes.map((index) => {
    const { title = '', items = [] } = texts[index] ?? {};
    return { title, weight: charactersOf({ items }) };
  });
  const matchedPairs = await pairChapters(
    sides,
    audios.map(({ title, start, end }) => ({ title, weight: end - start })),
  );
  const isExcluded = ({ texts: [index], audios: pairAudios }: Pair): boolean => {
    const side = index === undefined ? undefined : sides[index];
    return audios.length > 0 && pairAudios.length === 0 && side !== undefined && isFrontMatter(side);
  };
  const pairs = matchedPairs.map((pair) => ({ pair, isOut: isExcluded(pair) }));
  const placedPair = ({ texts: own, ...pair }: Pair): Pair => ({
    ...pair,
    texts: own.flatMap((index) => includedIndexes[index] ?? []),
  });
  const chapters = pairs.flatMap(({ pair, isOut }) =>
    isOut ? [] : chaptersOfPair(placedPair(pair), texts, audios),
  );
  const unreadTexts = new Set(pairs.flatMap(({ pair, isOut }) => (isOut ? placedPair(pair).texts : [])));
  return {
    chapters: chapters.map(({ byText, byAudio, ...chapter }, index) => ({
      id: `c${index + 1}`,
      ...nameOf(byText, byAudio, index + 1),
      ...chapter,
    })),
    excluded: texts.flatMap((text, index) => {
      const reason = text.excluded ?? (unreadTexts.has(index) ? 'Front matter without audio.' : undefined);
      return reason === undefined ? [] : [excludedText(text, index, reason)];
    }),
    estimated: matchedPairs.reduce(
      (sum, { texts: own, audios: pairAudios }) =>
        pairAudios.length > 0 && own.length > MAX_TEXTS_OF_CHAPTER ? sum + own.length : sum,
      0,
    ),
  };
}
