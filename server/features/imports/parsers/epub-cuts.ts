import { foldForComparison } from '../proposal/fold.ts';
import { isContentsTitle } from './classify-front-matter.ts';
import type { ContentsEntry } from './epub-contents.ts';
import type { Flow } from './epub-flow.ts';
import { isChapterTitle, isPartTitle } from './part-titles.ts';

/** The start of a chapter. */
export interface TextCut {
  readonly offset: number;
  readonly title: string;
  /** 1 for the top level of the contents; headings are deeper than all entries. */
  readonly depth: number;
  /** The parent entry of the contents. */
  readonly part: string | undefined;
}

const MIN_CHAPTERS = 3;
/** Characters of a usual chapter, a quarter of an hour read aloud. */
const USUAL_CHAPTER = 15_000;
/** Characters of an hour and a half read aloud. Longer chapters are split at any deeper entry or heading. */
const LONG_CHAPTER = 80_000;
const SHORT_SECTION = 1000;
const TOO_SHORT = 1.3;
const TOO_FEW = 2;
const BY_TITLES = 0.5;
const MAX_PART_PAGE = 300;
const DEPTH_OF_HEADINGS = 100;

/** Returns a function that computes the length of a range from sums of the preceding blocks. */
export function lengthsOf({ blocks }: Flow): (start: number, end: number) => number {
  const sums = [0];
  for (const { text } of blocks) sums.push((sums.at(-1) ?? 0) + text.length);
  return (start, end) => (sums[end] ?? 0) - (sums[start] ?? 0);
}

function cutsOf(entries: readonly ContentsEntry[], { pages }: Flow): TextCut[] {
  const cuts = new Map<number, TextCut>();
  for (const { path, fragment, title, depth, part } of entries) {
    const page = pages.get(path);
    if (!page) continue;
    const start = (fragment === undefined ? undefined : page.ids.get(fragment)) ?? page.start;
    // A part and its first chapter start at the same position: the chapter sets the title.
    cuts.set(start, { offset: start, title, depth, part });
  }
  return [...cuts.values()].toSorted((a, b) => a.offset - b.offset);
}

const headingCuts = (
  { blocks }: Flow,
  {
    level,
    start = 0,
    end = blocks.length,
  }: { readonly level: number; readonly start?: number | undefined; readonly end?: number | undefined },
): TextCut[] =>
  blocks
    .slice(start, end)
    .flatMap(({ heading, text }, index) =>
      heading > 0 && heading <= level
        ? [{ offset: start + index, title: text, depth: DEPTH_OF_HEADINGS + heading, part: undefined }]
        : [],
    );

/** Returns true when only the heading is between two positions. */
function isHeadingOnly({ blocks }: Flow, { offset, title }: TextCut, end: number): boolean {
  const own = blocks.slice(offset, end);
  const name = foldForComparison(title);
  const isHeading = own.every(
    ({ heading, text, isNote }) =>
      !isNote && (heading > 0 || name.includes(foldForComparison(text)) || isPartTitle(text)),
  );
  return own.length > 0 && isHeading && own.reduce((sum, { text }) => sum + text.length, 0) <= MAX_PART_PAGE;
}

/** Merges the page of a part that has only its heading with the chapter after it. */
function joinParts(cuts: readonly TextCut[], flow: Flow): TextCut[] {
  const joinedCuts: TextCut[] = [];
  for (const [index, cut] of [...cuts.entries()].toReversed()) {
    const next = joinedCuts.at(-1);
    const behind = cuts[index + 1];
    const isPart =
      next !== undefined &&
      behind !== undefined &&
      (next.depth > cut.depth || isPartTitle(cut.title)) &&
      isHeadingOnly(flow, cut, behind.offset);
    if (isPart) joinedCuts[joinedCuts.length - 1] = { ...next, offset: cut.offset };
    else joinedCuts.push(cut);
  }
  return joinedCuts.toReversed();
}

interface Level {
  readonly cuts: readonly TextCut[];
  /** Lengths by range. */
  readonly ranges: ReadonlyMap<string, number>;
}

/** Returns how much the chapters differ from usual chapters. Chapters that are equal on all levels do not count. */
function levelCost({ cuts, ranges }: Level, levels: readonly Level[]): number {
  const own = [...ranges].filter(([range]) => !levels.every((level) => level.ranges.has(range)));
  const offs = own.map(([, length]) => {
    const off = Math.log(Math.min(Math.max(length, 1), LONG_CHAPTER) / USUAL_CHAPTER);
    return off < 0 ? -off * TOO_SHORT : off;
  });
  const mean = offs.reduce((sum, off) => sum + off, 0) / Math.max(1, offs.length);
  const share = (is: (title: string) => boolean) =>
    cuts.filter(({ title }) => is(title)).length / Math.max(1, cuts.length);
  const byTitles = BY_TITLES * (Number(share(isPartTitle) >= 0.5) - Number(share(isChapterTitle) >= 0.5));
  return mean + byTitles + (cuts.length < MIN_CHAPTERS ? TOO_FEW : 0);
}

/** Returns the list of cuts with the most usual chapters; the first one of equal lists. */
function likeliest(lists: readonly TextCut[][], flow: Flow): TextCut[] {
  const lengthOf = lengthsOf(flow);
  const levels = lists.map((list): Level => {
    const cuts = joinParts(list, flow);
    const ranges = cuts.map(({ offset }, index): [string, number] => {
      const end = cuts[index + 1]?.offset ?? flow.blocks.length;
      return [`${offset}-${end}`, lengthOf(offset, end)];
    });
    return { cuts, ranges: new Map(ranges) };
  });
  const scores = levels.map((level) => levelCost(level, levels));
  return lists[scores.indexOf(Math.min(...scores))] ?? [];
}

/** Splits chapters that are far too long at deeper entries of the contents, else at headings. */
function splitLongCuts(cuts: readonly TextCut[], deeper: readonly TextCut[][], flow: Flow): TextCut[] {
  const lengthOf = lengthsOf(flow);
  const splitCut = (cut: TextCut, end: number): TextCut[] => {
    const length = lengthOf(cut.offset, end);
    if (length <= LONG_CHAPTER) return [cut];
    const byHeadings = [1, 2, 3, 4, 5, 6].map((level) =>
      headingCuts(flow, { level, start: cut.offset + 1, end }),
    );
    const bookContent = [
      ...deeper.map((list) => list.filter(({ offset }) => offset > cut.offset && offset < end)),
      ...byHeadings,
    ];
    const lists = bookContent.filter(
      (list) => list.length > 0 && length / (list.length + 1) >= SHORT_SECTION,
    );
    const fittingCuts = lists.find((list) =>
      [cut, ...list].every(
        ({ offset }, index) => lengthOf(offset, list[index]?.offset ?? end) <= LONG_CHAPTER,
      ),
    );
    return [cut, ...(fittingCuts ?? lists.at(-1) ?? [])];
  };
  return cuts.flatMap((cut, index) => splitCut(cut, cuts[index + 1]?.offset ?? flow.blocks.length));
}

/** Adds a contents page that the table of contents does not list. */
function withContentsPages(cuts: readonly TextCut[], { blocks, pages }: Flow): TextCut[] {
  const starts = [...pages.values()].map(({ start }) => start);
  const offsets = new Set(cuts.map(({ offset }) => offset));
  const addedCuts = starts.flatMap((start, index): TextCut[] => {
    const title = blocks[start]?.text ?? '';
    const end = starts[index + 1] ?? blocks.length;
    if (offsets.has(start) || end === start || !isContentsTitle(title)) return [];
    const cut = { offset: start, title, depth: 1, part: undefined };
    return offsets.has(end) || end === blocks.length ? [cut] : [cut, { ...cut, offset: end, title: '' }];
  });
  return [...cuts, ...addedCuts].toSorted((a, b) => a.offset - b.offset);
}

/** Adds the title of the part to chapters with the same title in several parts. */
function withPartNames(cuts: readonly TextCut[]): TextCut[] {
  const counts = Map.groupBy(cuts, ({ title }) => title);
  return cuts.map((cut) => {
    const same = counts.get(cut.title) ?? [];
    const hasSeveralParts = new Set(same.map(({ part }) => part)).size > 1;
    return cut.part && cut.title !== '' && hasSeveralParts
      ? { ...cut, title: `${cut.part}: ${cut.title}` }
      : cut;
  });
}

/** Returns chapter starts of usual length: by the table of contents, else by headings, else by page. */
export function cutsOfBook(
  contents: readonly ContentsEntry[],
  flow: Flow,
): { readonly cuts: TextCut[]; readonly source: 'contents' | 'headings' } {
  const depths = [...new Set(contents.map(({ depth }) => depth))].toSorted((a, b) => a - b);
  const levels = depths
    .map((max) =>
      cutsOf(
        contents.filter(({ depth }) => depth <= max),
        flow,
      ),
    )
    .filter((level) => level.length > 0);
  const isLed = levels.length > 0;
  const byHeadings = [1, 2, 3].map((level) => headingCuts(flow, { level })).filter((list) => list.length > 0);
  const pages = [...flow.pages.values()].map(({ start }) => ({
    offset: start,
    title: '',
    depth: 1,
    part: undefined,
  }));
  const chosenCuts = isLed
    ? likeliest(levels, flow)
    : byHeadings.length > 0
      ? likeliest(byHeadings, flow)
      : pages;
  const whole =
    chosenCuts[0]?.offset === 0
      ? chosenCuts
      : [{ offset: 0, title: '', depth: 1, part: undefined }, ...chosenCuts];
  const cut = splitLongCuts(whole, levels, flow);
  return {
    cuts: withPartNames(joinParts(withContentsPages(cut, flow), flow)),
    source: isLed ? 'contents' : 'headings',
  };
}
