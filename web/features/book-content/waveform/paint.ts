import { toClock } from '#contract/core/format-duration';
import type { Silence } from '../model/silences.ts';
import { rulerTicks, type Viewport, xOf } from './viewport.ts';

/** The colors of the current scheme, read from the style sheet. */
export interface WaveColors {
  readonly wave: string;
  readonly quiet: string;
  readonly silence: string;
  readonly line: string;
  readonly text: string;
  readonly chosen: string;
  readonly mark: string;
}

export interface Span {
  readonly start: number;
  readonly end: number;
}

export interface WaveImage {
  readonly view: Viewport;
  readonly height: number;
  /** One value per pixel from 0 to 1; NaN for audio that is not analysed yet. */
  readonly columns: Float32Array;
  readonly silences: readonly Silence[];
  /** The times of all visible marks. */
  readonly marks: readonly number[];
  readonly chosen: Span | undefined;
  /** The spans of audio that are missing in the text. */
  readonly missingInText: readonly Span[];
  /** The loudness above the floor from 0 to 1, one value per pixel. */
  readonly loudness: Float32Array | undefined;
}

export const RULER_HEIGHT = 18;

type DrawingContext = Pick<
  CanvasRenderingContext2D,
  | 'clearRect'
  | 'fillRect'
  | 'fillText'
  | 'beginPath'
  | 'moveTo'
  | 'lineTo'
  | 'stroke'
  | 'fillStyle'
  | 'strokeStyle'
  | 'font'
  | 'lineWidth'
  | 'globalAlpha'
  | 'textBaseline'
>;

/** Formats a time of the ruler, with the number of decimals that the step needs. */
const tickLabel = (time: number, step: number): string =>
  toClock(time, { decimals: step < 0.1 ? 2 : step < 1 ? 1 : 0 });

function bars(
  context: DrawingContext,
  {
    image: { view, columns },
    top,
    height,
  }: { readonly image: WaveImage; readonly top: number; readonly height: number },
): void {
  const middle = top + height / 2;
  const half = height / 2 - 2;
  const width = Math.min(columns.length, Math.ceil(view.width));
  for (let x = 0; x < width; x += 1) {
    const peak = columns[x] ?? 0;
    if (Number.isNaN(peak)) continue;
    // A square-root scale makes quiet speech visible.
    const size = Math.max(0.5, Math.sqrt(peak) * half);
    context.fillRect(x, middle - size, 1, size * 2);
  }
}

function spans(
  context: DrawingContext,
  {
    view,
    list,
    top,
    height,
  }: {
    readonly view: Viewport;
    readonly list: readonly Span[];
    readonly top: number;
    readonly height: number;
  },
): void {
  for (const { start, end } of list) {
    const x = Math.max(0, xOf(view, start));
    const width = Math.min(view.width, xOf(view, end)) - x;
    if (width >= 0.75) context.fillRect(x, top, width, height);
  }
}

/** Draws the waveform with its pauses, ruler, marks and the selected chapter. */
export function paintWave(context: DrawingContext, image: WaveImage, colors: WaveColors): void {
  const { view, height, silences, marks, chosen, missingInText, loudness } = image;
  const top = RULER_HEIGHT;
  const body = height - top;
  context.clearRect(0, 0, view.width, height);
  if (chosen) {
    context.fillStyle = colors.chosen;
    spans(context, { view, list: [chosen], top, height: body });
  }
  context.fillStyle = colors.silence;
  spans(context, { view, list: silences, top, height: body });
  context.fillStyle = colors.wave;
  bars(context, { image, top, height: body });
  context.fillStyle = colors.mark;
  spans(context, { view, list: missingInText, top: height - 4, height: 4 });
  if (loudness) {
    context.strokeStyle = colors.text;
    context.globalAlpha = 0.55;
    context.lineWidth = 1.25;
    context.beginPath();
    for (let x = 0; x < Math.min(loudness.length, view.width); x += 3) {
      const y = top + body * (1 - (loudness[x] ?? 0)) - 1;
      if (x === 0) context.moveTo(x, y);
      else context.lineTo(x, y);
    }
    context.stroke();
    context.globalAlpha = 1;
  }
  context.fillStyle = colors.mark;
  for (const time of marks) context.fillRect(Math.round(xOf(view, time)), top, 1, body);
  ruler(context, view, colors);
}

function ruler(context: DrawingContext, view: Viewport, colors: WaveColors): void {
  const { step, times } = rulerTicks(view);
  context.fillStyle = colors.line;
  context.fillRect(0, RULER_HEIGHT - 1, view.width, 1);
  context.font = '11px system-ui, sans-serif';
  context.textBaseline = 'middle';
  for (const time of times) {
    const x = Math.round(xOf(view, time));
    context.fillStyle = colors.line;
    context.fillRect(x, RULER_HEIGHT - 6, 1, 6);
    context.fillStyle = colors.text;
    context.fillText(tickLabel(time, step), x + 4, RULER_HEIGHT / 2 - 1);
  }
}

/** Returns the loudness: a moving average of the squared columns. */
export function loudnessOf(columns: Float32Array, radius: number): Float32Array {
  const flags = new Float32Array(columns.length);
  let sum = 0;
  const square = (index: number) => (columns[index] || 0) ** 2;
  for (let index = 0; index < Math.min(radius, columns.length); index += 1) sum += square(index);
  for (let index = 0; index < columns.length; index += 1) {
    if (index + radius < columns.length) sum += square(index + radius);
    if (index - radius - 1 >= 0) sum -= square(index - radius - 1);
    const count = Math.min(columns.length - 1, index + radius) - Math.max(0, index - radius) + 1;
    const level = 10 * Math.log10(Math.max(sum / count, 1e-6));
    // From -48 dB to full scale.
    flags[index] = Math.min(1, Math.max(0, 1 + level / 48));
  }
  return flags;
}
