import { builtInMethod } from '#contract/book-content/book-content';
import type { ChapterRow, TextItemRow } from '#server/core/db/tables/book-content';
import { timesOfText } from '../aligned-times.ts';
import type { ChapterOrder, TextOrder } from '../plan-types.ts';
import type { MatchedChapter, MatchedRange } from './match-child.ts';

/** A text whose audio is searched. */
export interface TextChapter {
  readonly row: ChapterRow;
  /** Chapters that continue its text, because its audio was assumed to be in several files. */
  readonly continuations: readonly ChapterRow[];
  readonly texts: readonly TextItemRow[];
}

/** The content of a book for the search. */
export interface MatchContent {
  readonly rows: readonly ChapterRow[];
  readonly chapters: readonly TextChapter[];
  /** The keys of the audio files, in playing order. */
  readonly keys: readonly string[];
  readonly bookAudioKey: string | null;
}

const keyOf = ({ audio_key, starts_at }: ChapterRow, bookAudioKey: string | null): string | null =>
  audio_key ?? (starts_at === null ? null : bookAudioKey);

/** Returns the content of a book for the search. @param continued ids of the chapters that continue the text of the previous one */
export function matchContentOf({
  rows,
  texts,
  continuations,
  bookAudioKey,
}: {
  readonly rows: readonly ChapterRow[];
  readonly texts: ReadonlyMap<number, readonly TextItemRow[]>;
  readonly continuations: ReadonlySet<number>;
  readonly bookAudioKey: string | null;
}): MatchContent {
  const chapters: TextChapter[] = [];
  for (const row of rows) {
    const own = texts.get(row.id) ?? [];
    const last = chapters.at(-1);
    if (own.length === 0) continue;
    if (last && continuations.has(row.id))
      chapters.splice(-1, 1, {
        ...last,
        continuations: [...last.continuations, row],
        texts: [...last.texts, ...own],
      });
    else chapters.push({ row, continuations: [], texts: own });
  }
  const keys = new Set(rows.flatMap((row) => keyOf(row, bookAudioKey) ?? []));
  return { rows, chapters, keys: [...keys], bookAudioKey };
}

/** Returns true when the chapters can be changed: a user has not locked them or set times. */
export const isMatchable = ({ rows, chapters, keys }: MatchContent): boolean =>
  keys.length > 0 &&
  chapters.length > 0 &&
  rows.every(({ is_locked }) => is_locked === 0) &&
  chapters.every(({ texts }) => texts.every(({ time_state }) => time_state !== 'anchor'));

/** Returns true when the content has not changed in what the search reads. */
export function isSameContent(before: MatchContent, after: MatchContent): boolean {
  const valuesOf = ({ rows, chapters }: MatchContent) =>
    JSON.stringify([
      rows.map(({ id, audio_key, starts_at, ends_at, is_locked }) => [
        id,
        audio_key,
        starts_at,
        ends_at,
        is_locked,
      ]),
      chapters.map(({ texts }) =>
        texts.map(({ id, text, time_state }) => [id, text, time_state === 'anchor']),
      ),
    ]);
  return valuesOf(before) === valuesOf(after);
}

const textOrders = (texts: readonly TextItemRow[], range: MatchedRange, end: number): TextOrder[] =>
  texts.slice(range.firstText, end).map(({ id }, index): TextOrder => {
    const own = range.sentences.filter(({ item }) => item === range.firstText + index);
    return own.length === 0 ? { id } : { id, ...timesOfText(own) };
  });

/** Returns the chapters of a save, in which each chapter has the audio of its text. No text and no file is removed. */
export function matchOrders(
  { rows, chapters, keys, bookAudioKey }: MatchContent,
  matches: readonly MatchedChapter[],
): ChapterOrder[] {
  const ranges = matches.flatMap((match) => match.ranges);
  const isPlayed = (row: ChapterRow): boolean =>
    ranges.some(
      ({ file, start, end }) =>
        keys[file] === keyOf(row, bookAudioKey) &&
        start < (row.ends_at ?? Infinity) &&
        (row.starts_at ?? 0) < (end ?? Infinity),
    );
  const withText = new Set(chapters.flatMap(({ row, continuations }) => [row, ...continuations]));
  const free = new Set(rows.filter((row) => !withText.has(row) && isPlayed(row)));
  const audioOf = ({ file, start, end }: MatchedRange) =>
    keys[file] === bookAudioKey
      ? { audio_url: null, start, end }
      : { audio_url: keys[file] ?? null, start: start === 0 && end === null ? null : start, end };
  /** Returns a chapter for a further part: one with its file, else one that continued the text. */
  const rowFor = (range: MatchedRange, continuations: Set<ChapterRow>): ChapterRow | undefined => {
    const candidates = [...continuations, ...free];
    const row =
      candidates.find((other) => keyOf(other, bookAudioKey) === keys[range.file]) ?? [...continuations][0];
    if (row) for (const rest of [continuations, free]) rest.delete(row);
    return row;
  };
  const ordersOf = (
    { row, continuations, texts }: TextChapter,
    match: MatchedChapter | undefined,
  ): ChapterOrder[] => {
    const rest = new Set(continuations);
    if (!match || match.ranges.length === 0)
      return [
        { id: row.id, audio_url: null, start: null, end: null, text_items: texts.map(({ id }) => ({ id })) },
      ];
    return match.ranges.map((range, index): ChapterOrder => {
      const own = index === 0 ? row : rowFor(range, rest);
      return {
        ...(own ? { id: own.id } : { name: `${row.name} (${index + 1})` }),
        ...audioOf(range),
        times_by: 'import',
        audio_without_text: range.foreign.map(([start, end]) => ({ start, end })),
        alignment_method: builtInMethod,
        text_items: textOrders(texts, range, match.ranges[index + 1]?.firstText ?? texts.length),
      };
    });
  };
  const byRow = new Map(chapters.map((chapter, index) => [chapter.row, ordersOf(chapter, matches[index])]));
  const orders = rows.flatMap((row): readonly ChapterOrder[] => {
    if (withText.has(row)) return byRow.get(row) ?? [];
    return isPlayed(row) ? [] : [{ id: row.id }];
  });
  const playedFiles = new Set(ranges.map(({ file }) => file));
  const others = keys.filter(
    (key, file) =>
      !playedFiles.has(file) && !rows.some((row) => !withText.has(row) && keyOf(row, bookAudioKey) === key),
  );
  return [...orders, ...others.map((key): ChapterOrder => ({ audio_url: key }))];
}
