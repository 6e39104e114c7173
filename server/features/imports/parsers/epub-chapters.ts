import { classifyFrontMatter } from './classify-front-matter.ts';
import type { ContentsEntry } from './epub-contents.ts';
import { cutsOfBook } from './epub-cuts.ts';
import type { Flow } from './epub-flow.ts';
import { type Clip, type Overlays, spokenOf } from './epub-overlays.ts';
import { type Block, type Page, inItems } from './epub-text.ts';
import type { ParsedText } from './parsed.ts';

export function toFlow(pages: ReadonlyMap<string, Page>, overlays: Overlays = new Map()): Flow {
  const clips = new Map<Block, ReadonlyMap<string, Clip>>();
  const blocks: Block[] = [];
  const ranges = new Map<string, { start: number; ids: Map<string, number> }>();
  for (const [path, page] of pages) {
    const start = blocks.length;
    const ids = new Map<string, number>();
    page.blocks.forEach((block, index) => {
      for (const id of block.ids) if (!ids.has(id)) ids.set(id, start + index);
    });
    for (const id of page.lastIds) if (!ids.has(id)) ids.set(id, start + page.blocks.length);
    const spokenClips = overlays.get(path);
    for (const block of page.blocks) {
      blocks.push(block);
      if (spokenClips) clips.set(block, spokenClips);
    }
    ranges.set(path, { start, ids });
  }
  return { blocks, clips, pages: ranges };
}

const MAX_TITLE = 200;

/** Excludes contents and metadata pages with a reason, unless they have audio or there is no other page. */
function withoutListings(texts: readonly ParsedText[]): ParsedText[] {
  const markedTexts = texts.map((text) => {
    const exclusion = text.spoken ? undefined : classifyFrontMatter(text);
    return exclusion === undefined ? text : { ...text, excluded: exclusion };
  });
  return markedTexts.every(({ excluded }) => excluded !== undefined) ? [...texts] : markedTexts;
}

/** Splits the text into chapters at the entries of the contents. No text is lost: text before the first entry is a chapter too. */
export function toChapters(contents: readonly ContentsEntry[], flow: Flow): ParsedText[] {
  const { cuts, source } = cutsOfBook(contents, flow);
  const texts = cuts.flatMap(({ offset, title }, index): ParsedText[] => {
    const blocks = flow.blocks.slice(offset, cuts[index + 1]?.offset ?? flow.blocks.length);
    const inOrder = [...blocks.filter(({ isNote }) => !isNote), ...blocks.filter(({ isNote }) => isNote)];
    const passages = inOrder.map((block) => ({ block, own: inItems(block.text) }));
    const items = passages.flatMap(({ own }) => own);
    const spokenText = spokenOf(
      passages.map(({ block, own }) => ({ block, items: own.length, clips: flow.clips?.get(block) })),
    );
    const { audio = '', start = 0, end = 0, details = '' } = spokenText ?? {};
    const times = spokenText && { details, spoken: { audio, start, end } };
    if (items.length === 0) return [];
    const heading = blocks.find((block) => block.heading > 0)?.text ?? '';
    return title !== ''
      ? [{ title: title.slice(0, MAX_TITLE), source, items, ...times }]
      : [{ title: heading.slice(0, MAX_TITLE), source: 'headings', items, ...times }];
  });
  return withoutListings(texts);
}
