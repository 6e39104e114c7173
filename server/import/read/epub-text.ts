import { Parser } from 'htmlparser2';
import { importLimits } from '#contract/import-terms';
import { inOneLine } from './markup.ts';

/** A passage of text with the ids that stand at it or before it. */
export interface Block {
  readonly text: string;
  /** 1 to 6; 0 for what is no heading. */
  readonly heading: number;
  readonly ids: readonly string[];
}

export interface Page {
  readonly blocks: readonly Block[];
  /** Ids behind the last block. */
  readonly lastIds: readonly string[];
  /** The addresses of its pictures. */
  readonly pictures: readonly string[];
}

/** What ends a passage where it begins and where it ends. */
const BLOCKS = new Set(
  'p li blockquote h1 h2 h3 h4 h5 h6 dd dt td th pre figcaption div section article aside header footer main body table tr ul ol dl hr figure caption center address'.split(
    ' ',
  ),
);
const SKIPPED = new Set('script style head nav svg math rt rp template audio video object iframe'.split(' '));
const SKIPPED_TYPES = /\b(pagebreak|noteref|footnotes?|endnotes?|rearnotes?)\b/;

/** Splits what is longer than a text item may be, at the end of a sentence where there is one. */
export function inItems(text: string): string[] {
  const max = importLimits.maxTextItemLength;
  const items: string[] = [];
  let rest = text;
  while (rest.length > max) {
    const head = rest.slice(0, max);
    const sentence = head.lastIndexOf('. ') + 1;
    const blank = head.lastIndexOf(' ');
    const cut = sentence > max / 2 ? sentence : blank > 0 ? blank : max;
    items.push(rest.slice(0, cut).trim().toWellFormed());
    rest = rest.slice(cut).trim();
  }
  if (rest !== '') items.push(rest.toWellFormed());
  return items;
}

/** The passages of an HTML document, as text. Markup, scripts, notes and page numbers are left out. */
export function readPage(html: string): Page {
  const blocks: Block[] = [];
  const pictures: string[] = [];
  const open: { name: string; isSkipped: boolean }[] = [];
  let skipped = 0;
  let heading = 0;
  let ids: string[] = [];
  let text = '';

  const flush = () => {
    const line = inOneLine(text);
    text = '';
    if (line === '') return;
    blocks.push({ text: line, heading, ids });
    ids = [];
  };

  const parser = new Parser(
    {
      onopentag(name, attributes) {
        const isSkipped =
          SKIPPED.has(name) || SKIPPED_TYPES.test(attributes['epub:type'] ?? attributes['role'] ?? '');
        if (BLOCKS.has(name)) flush();
        else if (name === 'br') text += ' ';
        open.push({ name, isSkipped });
        const id = attributes['id'] ?? (name === 'a' ? attributes['name'] : undefined);
        if (id !== undefined) {
          // What stands before it belongs to an earlier chapter only if a passage ended.
          ids.push(id);
        }
        if (name === 'img' && attributes['src']) pictures.push(attributes['src']);
        if (name === 'image') pictures.push(attributes['xlink:href'] ?? attributes['href'] ?? '');
        if (isSkipped) skipped += 1;
        const level = /^h([1-6])$/.exec(name)?.[1];
        if (level !== undefined) heading = Number(level);
      },
      ontext(part) {
        if (skipped === 0) text += part;
      },
      onclosetag(name) {
        if (BLOCKS.has(name)) flush();
        if (/^h[1-6]$/.test(name)) heading = 0;
        if (open.pop()?.isSkipped) skipped -= 1;
      },
    },
    { xmlMode: false, decodeEntities: true, recognizeSelfClosing: true },
  );
  parser.end(html);
  flush();
  return { blocks, lastIds: ids, pictures: pictures.filter((address) => address !== '') };
}
