import type { ContentsEntry } from './epub-contents.ts';
import { type Block, type Page, inItems } from './epub-text.ts';
import type { FoundText } from './found.ts';

/** The text of a book in one flow: where each page and each id begins. */
export interface Flow {
  readonly blocks: readonly Block[];
  readonly pages: ReadonlyMap<string, { readonly start: number; readonly ids: ReadonlyMap<string, number> }>;
}

export function toFlow(pages: ReadonlyMap<string, Page>): Flow {
  const blocks: Block[] = [];
  const places = new Map<string, { start: number; ids: Map<string, number> }>();
  for (const [path, page] of pages) {
    const start = blocks.length;
    const ids = new Map<string, number>();
    page.blocks.forEach((block, index) => {
      for (const id of block.ids) if (!ids.has(id)) ids.set(id, start + index);
    });
    for (const id of page.lastIds) if (!ids.has(id)) ids.set(id, start + page.blocks.length);
    for (const block of page.blocks) blocks.push(block);
    places.set(path, { start, ids });
  }
  return { blocks, pages: places };
}

interface Cut {
  readonly at: number;
  readonly title: string;
}

/** Fewer make no book, more are sections. */
const MIN_CHAPTERS = 3;
const MAX_CHAPTERS = 200;
/** About an hour and a half read aloud; longer ones are parts that hold chapters. */
const LONG_CHAPTER = 80_000;

function cutsOf(entries: readonly ContentsEntry[], { pages }: Flow): Cut[] {
  const cuts = new Map<number, Cut>();
  for (const { path, fragment, title } of entries) {
    const page = pages.get(path);
    if (!page) continue;
    const at = (fragment === undefined ? undefined : page.ids.get(fragment)) ?? page.start;
    // A part and its first chapter begin at one place: the chapter names it.
    cuts.set(at, { at, title });
  }
  return [...cuts.values()].toSorted((a, b) => a.at - b.at);
}

/** The depth of the contents whose lines are chapters. */
function cutsOfBestDepth(contents: readonly ContentsEntry[], flow: Flow): Cut[] {
  const characters = flow.blocks.reduce((sum, { text }) => sum + text.length, 0);
  const depths = [...new Set(contents.map(({ depth }) => depth))].toSorted((a, b) => a - b);
  const levels = depths.map((max) =>
    cutsOf(
      contents.filter(({ depth }) => depth <= max),
      flow,
    ),
  );
  const fitting = levels.filter(({ length }) => length >= MIN_CHAPTERS && length <= MAX_CHAPTERS);
  const first = fitting.find(({ length }) => characters / length <= LONG_CHAPTER);
  return first ?? fitting.at(-1) ?? levels[0] ?? [];
}

/** Where no contents lead: at the headings of the level that gives chapters, else page by page. */
function cutsWithoutContents(flow: Flow): Cut[] {
  const headings = (level: number) =>
    flow.blocks.flatMap(({ heading, text }, at) =>
      heading > 0 && heading <= level ? [{ at, title: text }] : [],
    );
  const levels = [1, 2, 3].map(headings);
  const fitting = levels.find(({ length }) => length >= MIN_CHAPTERS && length <= MAX_CHAPTERS);
  return (
    fitting ??
    levels.find(({ length }) => length > 0 && length < MIN_CHAPTERS) ??
    [...flow.pages.values()].map(({ start }) => ({ at: start, title: '' }))
  );
}

const MAX_TITLE = 200;

/** Cuts the text into chapters where the contents point. Nothing of the text is lost: what stands before is a chapter too. */
export function toChapters(contents: readonly ContentsEntry[], flow: Flow): FoundText[] {
  const led = cutsOfBestDepth(contents, flow);
  const source = led.length > 0 ? 'contents' : 'headings';
  const cuts = led.length > 0 ? led : cutsWithoutContents(flow);
  if (cuts[0] === undefined || cuts[0].at > 0) cuts.unshift({ at: 0, title: '' });
  return cuts.flatMap(({ at, title }, index): FoundText[] => {
    const blocks = flow.blocks.slice(at, cuts[index + 1]?.at ?? flow.blocks.length);
    const items = blocks.flatMap(({ text }) => inItems(text));
    if (items.length === 0) return [];
    const heading = blocks.find((block) => block.heading > 0)?.text ?? '';
    return title !== ''
      ? [{ title: title.slice(0, MAX_TITLE), source, items }]
      : [{ title: heading.slice(0, MAX_TITLE), source: 'headings', items }];
  });
}
