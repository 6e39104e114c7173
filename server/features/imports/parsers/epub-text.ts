import { Parser } from 'htmlparser2';
import { importLimits } from '#contract/imports/import-limits';
import { inOneLine } from './markup.ts';
import { unreadable } from './parse-error.ts';

/** A text item with the ids of elements at its start or before it. */
export interface Block {
  readonly text: string;
  /** 1 to 6; 0 when it is no heading. */
  readonly heading: number;
  readonly ids: readonly string[];
  /** True for a footnote or endnote, which is moved to the end of its chapter. */
  readonly isNote: boolean;
  /** True for links to other places of the book. */
  readonly isNavigation?: boolean;
  /** Positions of elements with ids in the text, in UTF-16 units; only of requested ids. */
  readonly spans?: readonly TextSpan[];
}

interface TextSpan {
  readonly id: string;
  readonly from: number;
  readonly to: number;
}

export interface Page {
  readonly blocks: readonly Block[];
  /** Ids after the last block. */
  readonly lastIds: readonly string[];
  /** Addresses of the images on the page. */
  readonly images: readonly string[];
}

/** Elements that start and end a text item. */
const BLOCKS = new Set(
  'p li blockquote h1 h2 h3 h4 h5 h6 dd dt td th pre figcaption div section article aside header footer main body table tr ul ol dl hr figure caption center address nav summary details legend fieldset option text'.split(
    ' ',
  ),
);
/** Elements from `title` on describe a drawing or repeat a formula. */
const SKIPPED = new Set(
  'script style head rt rp template audio video object iframe title desc metadata defs annotation annotation-xml'.split(
    ' ',
  ),
);
/** The parser needs time for each nesting level of each element. */
const MAX_DEPTH = 1_000;
const SKIPPED_TYPES = /\b(pagebreak|noteref|page-list|landmarks)\b/;
const NOTE_TYPES = /\b(footnotes?|endnotes?|rearnotes?)\b/;

/** Splits text that is too long for a text item, at the end of a sentence if possible. */
export function inItems(text: string): string[] {
  const max = importLimits.maxTextItemLength;
  const items: string[] = [];
  let rest = text;
  while (rest.length > max) {
    const head = rest.slice(0, max);
    const message = head.lastIndexOf('. ') + 1;
    const blank = head.lastIndexOf(' ');
    const cut = message > max / 2 ? message : blank > 0 ? blank : max;
    items.push(rest.slice(0, cut).trim().toWellFormed());
    rest = rest.slice(cut).trim();
  }
  if (rest !== '') items.push(rest.toWellFormed());
  return items;
}

/** Returns the text items of an HTML document. Markup, scripts, note marks and page numbers are removed. */
export function readPage(html: string, anchors: { has(id: string): boolean } = new Set<string>()): Page {
  const blocks: Block[] = [];
  const images: string[] = [];
  const open: { isSkipped: boolean; isNote: boolean; id: string | undefined; start: number }[] = [];
  let spans: TextSpan[] = [];
  let skippedDepth = 0;
  let notes = 0;
  let navigations = 0;
  let heading = 0;
  let ids: string[] = [];
  let text = '';
  let noteText = '';

  const push = (line: string, isNote: boolean) => {
    if (line === '') return;
    const own = spans.filter(({ to }) => to <= line.length);
    blocks.push({
      text: line,
      heading,
      ids,
      isNote,
      ...(navigations > 0 && { isNavigation: true }),
      ...(own.length > 0 && { spans: own }),
    });
    ids = [];
    spans = [];
  };
  /** Ends only the note's own text item: the text around the note may continue after it. */
  const flush = () => {
    const line = inOneLine(notes > 0 ? noteText : text);
    if (notes > 0) noteText = '';
    else text = '';
    push(line, notes > 0);
  };
  /** Returns a position in the open text item after white space is collapsed. */
  const collapsedOffset = (offset: number, isStart: boolean): number => {
    const before = (notes > 0 ? noteText : text).slice(0, offset);
    const { length } = inOneLine(before);
    return isStart && length > 0 && /\s$/u.test(before) ? length + 1 : length;
  };
  const close = ({ id, start }: { id: string | undefined; start: number }) => {
    if (id === undefined || !anchors.has(id)) return;
    const from = collapsedOffset(start, true);
    const to = collapsedOffset((notes > 0 ? noteText : text).length, false);
    if (to > from) spans.push({ id, from, to });
  };
  const add = (chunk: string) => {
    if (notes > 0) noteText += chunk;
    else text += chunk;
  };

  const parser = new Parser(
    {
      onopentag(name, attributes) {
        if (open.length >= MAX_DEPTH) throw unreadable('The page is nested too deeply.');
        const type = `${attributes['epub:type'] ?? ''} ${attributes['role'] ?? ''}`;
        // A formula with alternative text is read as that text.
        const spokenMath = name === 'math' ? attributes['alttext'] : undefined;
        const isSkipped = SKIPPED.has(name) || SKIPPED_TYPES.test(type) || spokenMath !== undefined;
        const isNote = NOTE_TYPES.test(type);
        if (BLOCKS.has(name)) flush();
        else if (name === 'br') add(' ');
        if (spokenMath !== undefined && skippedDepth === 0) add(spokenMath);
        if (name === 'nav') navigations += 1;
        if (isNote) notes += 1;
        const offset = (notes > 0 ? noteText : text).length;
        open.push({ isSkipped, isNote, id: attributes['id'], start: offset });
        const id = attributes['id'] ?? (name === 'a' ? attributes['name'] : undefined);
        if (id !== undefined) {
          // Text before it belongs to the previous chapter only when a text item ended.
          ids.push(id);
        }
        if (name === 'img' && attributes['src']) images.push(attributes['src']);
        if (name === 'image') images.push(attributes['xlink:href'] ?? attributes['href'] ?? '');
        if (isSkipped) skippedDepth += 1;
        const level = /^h([1-6])$/.exec(name)?.[1];
        if (level !== undefined) heading = Number(level);
      },
      ontext(chunk) {
        if (skippedDepth === 0) add(chunk);
      },
      onclosetag(name) {
        const closedElement = open.pop();
        if (closedElement) close(closedElement);
        if (BLOCKS.has(name)) flush();
        if (/^h[1-6]$/.test(name)) heading = 0;
        if (name === 'nav') navigations -= 1;
        if (closedElement?.isSkipped) skippedDepth -= 1;
        if (!closedElement?.isNote) return;
        flush();
        notes -= 1;
      },
    },
    { xmlMode: false, decodeEntities: true, recognizeSelfClosing: true },
  );
  parser.end(html);
  flush();
  return { blocks, lastIds: ids, images: images.filter((address) => address !== '') };
}
