/** The visible range of the timeline: seconds at the left edge, seconds per pixel, width in pixels. */
export interface Viewport {
  readonly from: number;
  readonly perPixel: number;
  readonly width: number;
  readonly total: number;
}

/** The shortest visible range in seconds. */
const MIN_VISIBLE_SECONDS = 0.1;

const widest = ({ total, width }: Pick<Viewport, 'total' | 'width'>): number =>
  Math.max(total, MIN_VISIBLE_SECONDS) / Math.max(width, 1);

/** Limits a viewport to the audio and to the supported scales. */
export function boundView(view: Viewport): Viewport {
  const perPixel = Math.min(
    Math.max(view.perPixel, MIN_VISIBLE_SECONDS / Math.max(view.width, 1)),
    widest(view),
  );
  const latest = Math.max(0, view.total - perPixel * view.width);
  return { ...view, perPixel, from: Math.min(Math.max(view.from, 0), latest) };
}

/** Returns a viewport of the whole audio. */
export const fitView = (total: number, width: number): Viewport => ({
  from: 0,
  perPixel: widest({ total, width }),
  width,
  total,
});

export const timeAt = ({ from, perPixel }: Viewport, x: number): number => from + x * perPixel;

export const xOf = ({ from, perPixel }: Viewport, time: number): number => (time - from) / perPixel;

export const endOf = ({ from, perPixel, width }: Viewport): number => from + perPixel * width;

/** Zooms by a factor; factors below 1 zoom in. The time at `x` keeps its position. */
export function zoomView(view: Viewport, factor: number, x: number): Viewport {
  const perPixel = boundView({ ...view, perPixel: view.perPixel * factor }).perPixel;
  return boundView({ ...view, perPixel, from: timeAt(view, x) - x * perPixel });
}

export const panView = (view: Viewport, pixels: number): Viewport =>
  boundView({ ...view, from: view.from + pixels * view.perPixel });

/** Shows a range of times with some space on both sides. */
export function viewOf(
  view: Viewport,
  {
    start,
    end,
    margin = 0.1,
  }: { readonly start: number; readonly end: number; readonly margin?: number | undefined },
): Viewport {
  const length = Math.max(end - start, MIN_VISIBLE_SECONDS) * (1 + 2 * margin);
  const perPixel = boundView({ ...view, perPixel: length / Math.max(view.width, 1) }).perPixel;
  return boundView({ ...view, perPixel, from: (start + end) / 2 - (perPixel * view.width) / 2 });
}

/** Scrolls to a time at the same scale. A visible time changes nothing. */
export function revealTime(view: Viewport, time: number, position = 0.3): Viewport {
  const x = xOf(view, time);
  return x >= 0 && x <= view.width
    ? view
    : boundView({ ...view, from: time - view.width * position * view.perPixel });
}

/** Changes the width. The left edge stays, and a viewport of the whole audio still shows all of it. */
export function resizeView(view: Viewport, width: number): Viewport {
  const wasFitted = view.perPixel >= widest(view) * 0.999;
  return wasFitted ? fitView(view.total, width) : boundView({ ...view, width });
}

const steps = [
  0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 14_400,
];

/** Returns the times of the ruler with a minimum distance of `apart` pixels. */
export function rulerTicks(view: Viewport, apart = 84): { readonly step: number; readonly times: number[] } {
  const least = view.perPixel * apart;
  const step = steps.find((item) => item >= least) ?? Math.ceil(least / 14_400) * 14_400;
  const times: number[] = [];
  const first = Math.ceil(view.from / step - 1e-9);
  for (let index = first; index * step <= endOf(view) + 1e-9; index += 1) times.push(index * step);
  return { step, times };
}
