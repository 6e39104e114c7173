import { readZipEntry } from './zip-entry.ts';

const MAX_XML_BYTES = 64 * 1024 * 1024;
const isDocument = (name: string): boolean => /^word\/document\d*\.xml$/.test(name);

/** Elements whose content is not part of the text: moved text, fallback content, and properties. */
const silent = new Set(['w:moveFrom', 'mc:Fallback', 'w:pPr', 'w:sectPr']);
const namedEntities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

function unescapeXml(text: string): string {
  // oxlint-disable-next-line max-params -- the signature is that of `String.replace`
  return text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|(\w{2,4}));/gi, (whole, decimal, hex, name) => {
    if (name !== undefined) return namedEntities[String(name)] ?? whole;
    const code = decimal === undefined ? Number.parseInt(String(hex), 16) : Number(decimal);
    return code <= 0x10_ffff ? String.fromCodePoint(code) : '';
  });
}

/** Returns the paragraphs of the XML of a document. Only text is read: nothing is loaded, run or rendered as markup. */
export function paragraphsOfXml(xml: string): string[] {
  const paragraphs: string[] = [];
  // A text box is nested in a paragraph, so open paragraphs are stacked.
  const open: string[] = [];
  let isText = false;
  let skippedDepth = 0;
  for (const [, close, name = '', rest = '', text] of xml.matchAll(/<(\/?)([\w:]+)([^>]*)>|([^<]+)/g)) {
    if (text !== undefined) {
      const index = open.length - 1;
      if (isText && skippedDepth === 0 && index >= 0) open[index] = (open[index] ?? '') + unescapeXml(text);
      continue;
    }
    const isAlone = rest.endsWith('/');
    if (silent.has(name)) skippedDepth += close ? -1 : isAlone ? 0 : 1;
    else if (name === 'w:t') isText = !close && !isAlone;
    else if (name === 'w:p' && !close) {
      if (isAlone) continue;
      open.push('');
    } else if (name === 'w:p') {
      const whole = open.pop();
      if (whole !== undefined && skippedDepth === 0) paragraphs.push(whole);
    } else if (!close && skippedDepth === 0 && open.length > 0) {
      const sign =
        name === 'w:br' || name === 'w:cr' || name === 'w:tab' ? ' ' : name === 'w:noBreakHyphen' ? '-' : '';
      open[open.length - 1] += sign;
    }
  }
  return paragraphs;
}

/** Returns the paragraphs of a Word document; undefined for other files. */
export async function readDocx(archive: ArrayBuffer): Promise<string[] | undefined> {
  const bytes = await readZipEntry(archive, isDocument, MAX_XML_BYTES);
  return bytes && paragraphsOfXml(new TextDecoder().decode(bytes));
}
