import type { LineMark } from '../model/marks-on-line.ts';
import { type Viewport, xOf } from './viewport.ts';

/** The space in pixels after the last mark, enough for any name. */
const LAST_LABEL_PX = 200;
/** The space in pixels for a number, and for a name beside it. */
const MIN_NUMBER_PX = 18;
const MIN_NAME_PX = 70;

/** Returns the position of a mark in pixels from the left edge. */
export const xOfMark = (view: Viewport, { time }: Pick<LineMark, 'time'>): number =>
  Math.round(xOf(view, time));

/** Moves the handles to their times on each frame. The frame contains them in the order of the marks. */
export function positionMarkers(frame: Element | null, marks: readonly LineMark[], view: Viewport): void {
  marks.forEach((mark, index) => {
    const handle = frame?.children[index];
    if (!(handle instanceof HTMLElement)) return;
    const x = xOfMark(view, mark);
    handle.style.transform = `translateX(${x}px)`;
    const flag = handle.firstElementChild;
    if (!(flag instanceof HTMLElement)) return;
    const next = marks.slice(index + 1).find(({ edge }) => edge === 'start');
    const availablePx = next ? xOfMark(view, next) - x : LAST_LABEL_PX;
    flag.style.maxWidth = `${Math.max(availablePx - 4, 10)}px`;
    const shows = availablePx > MIN_NAME_PX ? 'name' : availablePx > MIN_NUMBER_PX ? 'number' : 'none';
    if (flag.dataset['shows'] !== shows) flag.dataset['shows'] = shows;
  });
}
