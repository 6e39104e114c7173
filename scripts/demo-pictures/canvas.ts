import type { Palette } from './palettes.ts';

export const coverWidth = 500;
export const coverHeight = 750;

export interface CoverBook {
  readonly title: string;
  readonly author: string;
  readonly language: 1 | 2 | 3 | 4;
  readonly seed: number;
}

/** The data that a layout draws; `random` returns the same numbers for the same seed. */
export interface Spreadsheet extends CoverBook {
  readonly palette: Palette;
  readonly random: () => number;
}

export type Layout = (spreadsheet: Spreadsheet) => string;

/** Mulberry32. */
export function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixedBits = Math.imul(state ^ (state >>> 15), state | 1);
    mixedBits ^= mixedBits + Math.imul(mixedBits ^ (mixedBits >>> 7), mixedBits | 61);
    return ((mixedBits ^ (mixedBits >>> 14)) >>> 0) / 4294967296;
  };
}

const n = (value: number): string => String(Math.round(value * 10) / 10);

export const rect = (x: number, y: number, w: number, h: number, fill: string, more = ''): string =>
  `<rect x="${n(x)}" y="${n(y)}" width="${n(w)}" height="${n(h)}" fill="${fill}" ${more}/>`;

export const circle = (x: number, y: number, r: number, fill: string, more = ''): string =>
  `<circle cx="${n(x)}" cy="${n(y)}" r="${n(r)}" fill="${fill}" ${more}/>`;

export const path = (d: string, fill: string, more = ''): string => `<path d="${d}" fill="${fill}" ${more}/>`;

export const stroke = (d: string, color: string, width: number, more = ''): string =>
  `<path d="${d}" fill="none" stroke="${color}" stroke-width="${n(width)}" ${more}/>`;

export const ground = (fill: string): string => rect(0, 0, coverWidth, coverHeight, fill);

/** A closed shape whose upper edge is a smooth line of hills, filled down to the bottom of the cover. */
export function hills(
  random: () => number,
  base: number,
  swing: number,
  waves: number,
  fill: string,
  width = coverWidth,
  height = coverHeight,
): string {
  const phase = random() * Math.PI * 2;
  const second = random() * Math.PI * 2;
  let d = `M0 ${height}`;
  for (let x = 0; x <= width; x += 10) {
    const t = (x / width) * Math.PI * 2 * waves;
    const y = base + swing * (0.65 * Math.sin(t + phase) + 0.35 * Math.sin(t * 2.3 + second));
    d += `L${x} ${n(y)}`;
  }
  return path(`${d}L${width} ${height}Z`, fill);
}

export function quarter(x: number, y: number, size: number, corner: number, fill: string): string {
  const [left, top, right, bottom] = [n(x), n(y), n(x + size), n(y + size)];
  const radius = n(size);
  const shapes = [
    `M${left} ${top}H${right}A${radius} ${radius} 0 0 1 ${left} ${bottom}Z`,
    `M${right} ${top}V${bottom}A${radius} ${radius} 0 0 1 ${left} ${top}Z`,
    `M${right} ${bottom}H${left}A${radius} ${radius} 0 0 1 ${right} ${top}Z`,
    `M${left} ${bottom}V${top}A${radius} ${radius} 0 0 1 ${right} ${bottom}Z`,
  ];
  return path(shapes[corner % 4] ?? '', fill);
}

/** Linear blend of two #rrggbb colours. */
export function blend(from: string, to: string, share: number): string {
  const read = (color: string, offset: number): number =>
    Number.parseInt(color.slice(offset, offset + 2), 16);
  const channels = [1, 3, 5].map((offset) =>
    Math.round(read(from, offset) + (read(to, offset) - read(from, offset)) * share),
  );
  return `#${channels.map((value) => value.toString(16).padStart(2, '0')).join('')}`;
}

/** The publisher's device: an open book. */
export function device(x: number, y: number, size: number, color: string): string {
  const h = size * 0.55;
  const wing = (side: number): string =>
    path(
      `M${n(x)} ${n(y)}L${n(x + side * size * 0.5)} ${n(y - h * 0.45)}V${n(y + h * 0.35)}L${n(x)} ${n(y + h * 0.8)}Z`,
      color,
      `opacity="${side < 0 ? 1 : 0.7}"`,
    );
  return wing(-1) + wing(1);
}

export function pick<T>(items: readonly T[], random: () => number): T {
  const item = items[Math.floor(random() * items.length)];
  if (item === undefined) throw new Error('Nothing to pick from');
  return item;
}
