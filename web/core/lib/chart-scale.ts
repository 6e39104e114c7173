const headroom = 10;

/** Returns the upper end of a chart's value axis: the highest value plus some space. */
export function chartMaximum(values: readonly number[]): number {
  return Math.max(0, ...values) + headroom;
}

const targetTickCount = 5;

/** Returns the smallest step (1, 2 or 5 times a power of ten) with at most the given number of steps. */
function roundStep(maximum: number, maxSteps: number): number {
  const power = 10 ** Math.floor(Math.log10(maximum / maxSteps));
  return (
    [1, 2, 5, 10].map((factor) => factor * power).find((step) => maximum / step <= maxSteps) ?? 10 * power
  );
}

/** Returns the round values with a grid line and a label. The end of the axis has one only if it is round. */
export function chartTicks(maximum: number): number[] {
  const step = Math.max(1, roundStep(maximum, targetTickCount));
  return Array.from({ length: Math.floor(maximum / step) + 1 }, (_, index) => index * step);
}

/** Returns round values up to the first one that is not below the highest value. The last one is the end of the axis. */
export function roundTicks(values: readonly number[], maxSteps = targetTickCount): number[] {
  const highest = Math.max(1, ...values);
  const step = Math.max(1, roundStep(highest, maxSteps));
  return Array.from({ length: Math.ceil(highest / step) + 1 }, (_, index) => index * step);
}

/** Matches characters of scripts with double width. */
const wideCharacter = /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60]/;
/** Returns the width of a text in characters. */
export const letterCount = (text: string): number =>
  Array.from(text).reduce((sum, c) => sum + (wideCharacter.test(c) ? 2 : 1), 0);

export interface LabelLines {
  readonly width: number;
  readonly maxLines: number;
  /** Returns the width of a text in the unit of `width`. */
  readonly widthOf: (text: string) => number;
}

/** Wraps a label to lines of at most `width`, between words if possible. Omitted text is replaced with an ellipsis. */
export function wrapLabel(label: string, { width, maxLines, widthOf }: LabelLines): string[] {
  const lines: string[] = [];
  const words = label.trim().split(/\s+/);
  while (words.length > 0 && lines.length < maxLines) {
    const line = [words.shift() ?? ''];
    while (words[0] !== undefined && widthOf([...line, words[0]].join(' ')) <= width)
      line.push(words.shift() ?? '');
    lines.push(line.join(' '));
  }
  const isCut = words.length > 0;
  return lines.map((line, index) => {
    const end = isCut && index === lines.length - 1 ? '…' : '';
    if (widthOf(line + end) <= width) return line + end;
    const characters = Array.from(line);
    while (characters.length > 1 && widthOf(`${characters.join('').trimEnd()}…`) > width) characters.pop();
    return `${characters.join('').trimEnd()}…`;
  });
}
