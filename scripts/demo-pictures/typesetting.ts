import { alphabet, type Face } from './type-faces.ts';

const locales = { 1: 'tr', 2: 'pt', 3: 'en', 4: 'es' } as const;

/** Capitals by the rules of the language: Turkish i gives İ. */
export function capitals(text: string, language: 1 | 2 | 3 | 4): string {
  return text.toLocaleUpperCase(locales[language]);
}

export function escapeXml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

/** The width of a line in units of the canvas. `tracking` is in thousandths of the size. */
export function widthOf(text: string, face: Face, size: number, tracking = 0): number {
  let sum = 0;
  for (const character of text) sum += (face.advances[alphabet.indexOf(character)] ?? 600) + tracking;
  return ((sum - tracking) * size) / 1000;
}

export interface SetTitle {
  readonly lines: readonly string[];
  readonly size: number;
  readonly leading: number;
  /** From the top of the first capital to the last base line. */
  readonly height: number;
  readonly tracking: number;
}

export interface TitleBox {
  readonly face: Face;
  readonly width: number;
  readonly height: number;
  readonly maxSize: number;
  readonly leading?: number;
  readonly tracking?: number;
}

const accentedCapital = /[ÀÁÂÃÇÉÊÍÑÓÔÕÚÜĞİÖŞ]/;
const shortWord = /^.{1,3}$/;

/** Every way to cut words into `count` lines is few enough to try: titles have at most a dozen words. */
function* cuts(words: readonly string[], count: number): Generator<string[]> {
  if (count === 1) {
    yield [words.join(' ')];
    return;
  }
  for (let first = 1; first <= words.length - count + 1; first += 1) {
    for (const rest of cuts(words.slice(first), count - 1)) yield [words.slice(0, first).join(' '), ...rest];
  }
}

/** Breaks a title into the lines that allow the largest size in the box, and prefers even lines that do not end in "of". */
export function setTitle(title: string, box: TitleBox): SetTitle {
  const { face, width, height, maxSize, tracking = 0 } = box;
  const isCrowded = title === title.toUpperCase() && accentedCapital.test(title);
  // A cedilla above and a breve below would touch between lines of capitals.
  const leading = (box.leading ?? 1.12) + (isCrowded ? 0.13 : 0);
  const words = title.split(' ');
  let best: SetTitle | undefined;
  let bestScore = -1;
  for (let count = 1; count <= Math.min(words.length, 6); count += 1) {
    for (const lines of cuts(words, count)) {
      const widths = lines.map((text) => widthOf(text, face, 1, tracking));
      const widest = Math.max(...widths);
      const tall = face.capHeight / 1000 + leading * (count - 1);
      const size = Math.min(maxSize, width / widest, height / tall);
      const slack = widths.reduce((sum, item) => sum + ((widest - item) / widest) ** 2, 0);
      const danglingWords = lines
        .slice(0, -1)
        .filter((text) => shortWord.test(text.split(' ').at(-1) ?? '')).length;
      const lonely = lines.filter((text) => text.length <= 3).length;
      const score =
        size * (1 - 0.12 * slack) * (1 - 0.05 * danglingWords) * (1 - 0.08 * lonely) - 0.6 * count;
      if (score > bestScore) {
        bestScore = score;
        best = { lines, size: Math.floor(size * 10) / 10, leading, tracking, height: tall * size };
      }
    }
  }
  if (!best) throw new Error('A cover needs a title');
  return best;
}

export interface TextArea {
  readonly x: number;
  /** The top of the first capital. */
  readonly top: number;
  readonly fill: string;
  readonly anchor?: 'start' | 'middle' | 'end';
}

function line(
  text: string,
  face: Face,
  size: number,
  tracking: number,
  x: number,
  base: number,
  area: TextArea,
): string {
  const anchor = area.anchor ?? 'start';
  // Tracking is added after the last letter too; half of it moves a centred line off its axis.
  const nudge =
    anchor === 'middle' ? (tracking * size) / 2000 : anchor === 'end' ? (tracking * size) / 1000 : 0;
  const style = face.style === 'italic' ? ' font-style="italic"' : '';
  const spacing = tracking ? ` letter-spacing="${((tracking * size) / 1000).toFixed(2)}"` : '';
  return (
    `<text x="${(x + nudge).toFixed(1)}" y="${base.toFixed(1)}" font-family="${face.family}" font-weight="${face.weight}"` +
    `${style} font-size="${size.toFixed(1)}"${spacing} text-anchor="${anchor}" fill="${area.fill}">${escapeXml(text)}</text>`
  );
}

export function drawTitle(title: SetTitle, face: Face, area: TextArea): string {
  const cap = (face.capHeight / 1000) * title.size;
  return title.lines
    .map((text, index) => {
      const base = area.top + cap + index * title.leading * title.size;
      return line(text, face, title.size, title.tracking, area.x, base, area);
    })
    .join('');
}

/** One line, made smaller when it is wider than `width`. */
export function drawLine(
  text: string,
  face: Face,
  size: number,
  tracking: number,
  width: number,
  area: TextArea,
): string {
  const natural = widthOf(text, face, size, tracking);
  const fittedSize = natural > width ? (size * width) / natural : size;
  return line(
    text,
    face,
    fittedSize,
    tracking,
    area.x,
    area.top + (face.capHeight / 1000) * fittedSize,
    area,
  );
}
