/** `ground` and `ink` always contrast enough for text; `a`, `b` and `c` are for shapes, `deep` for the darkest of them. */
export interface Palette {
  readonly ground: string;
  readonly ink: string;
  readonly a: string;
  readonly b: string;
  readonly c: string;
  readonly deep: string;
}

type Row = readonly [ground: string, ink: string, a: string, b: string, c: string, deep: string];

function palettes(rows: readonly Row[]): readonly Palette[] {
  return rows.map(([ground, ink, a, b, c, deep]) => ({ ground, ink, a, b, c, deep }));
}

/** Paper grounds. */
export const lightPalettes = palettes([
  ['#f4ece0', '#22252b', '#d1495b', '#edae49', '#30638e', '#1d3557'],
  ['#f7f3ec', '#1f3a34', '#2a9d8f', '#e9c46a', '#e76f51', '#264653'],
  ['#efe9dd', '#3a1f2b', '#9b2d47', '#d8a48f', '#6b705c', '#3a1f2b'],
  ['#eef1ec', '#14324a', '#3d7ea6', '#f2b134', '#a3c4bc', '#14324a'],
  ['#f6e7d8', '#4a2419', '#c8553d', '#f28f3b', '#588b8b', '#2d3142'],
  ['#f3eee6', '#1b1b1b', '#e4572e', '#f3a712', '#a8c686', '#29335c'],
  ['#e9eef2', '#1c2541', '#5bc0be', '#f4a261', '#3a506b', '#0b132b'],
  ['#f9efe6', '#5a2a3c', '#e08e79', '#f1d4af', '#774f38', '#5a2a3c'],
  ['#f2efe4', '#2f3e2e', '#6a8d5c', '#d9ae61', '#b5543c', '#2f3e2e'],
  ['#faf3e3', '#23395b', '#ff6f59', '#43aa8b', '#f4c95d', '#23395b'],
]);

/** Night and cloth grounds. */
export const darkPalettes = palettes([
  ['#14213d', '#f6efe2', '#fca311', '#e76f51', '#5c7c9f', '#0b1326'],
  ['#1f2421', '#f1ece0', '#dc8a5a', '#c9b458', '#49796b', '#12160f'],
  ['#2b1a2f', '#f7e9dc', '#d1556b', '#f0a868', '#6d5a8d', '#190f1d'],
  ['#0f3b3a', '#f3ecd9', '#e9b44c', '#d65a31', '#4f9d8b', '#082525'],
  ['#3b1c1c', '#f8e9d6', '#e07a3f', '#e9c46a', '#8f4f3f', '#231010'],
  ['#1a2a3a', '#eef0ea', '#8ecae6', '#ffb703', '#457b9d', '#0d1822'],
  ['#22304a', '#f8ead2', '#ef8354', '#f2cc8f', '#81b29a', '#141d30'],
  ['#3a2e39', '#f4d8cd', '#f15152', '#edb183', '#1e555c', '#241c23'],
]);

/** Flat, loud grounds for covers that shout. */
export const brightPalettes = palettes([
  ['#e4572e', '#fff6e9', '#f3a712', '#29335c', '#ffd9b8', '#29335c'],
  ['#f2b134', '#1d2433', '#d7443e', '#fff4dc', '#2f6690', '#1d2433'],
  ['#2a7f8e', '#fff8ea', '#f4d35e', '#ee964b', '#bfe3dd', '#0d3b46'],
  ['#cf4a5c', '#fff3e8', '#ffc9a3', '#5b1a36', '#f6a65b', '#43122a'],
  ['#3f6f57', '#fbf4de', '#f3c969', '#e58a5f', '#a9cdb0', '#1f3b2f'],
  ['#355b9e', '#fdf5e6', '#f7b538', '#ef6f6c', '#a9c6ef', '#182f5a'],
  ['#f0c5b0', '#41212f', '#d3566f', '#fff1e3', '#7a9e9f', '#41212f'],
  ['#a9cfc4', '#17313a', '#f07057', '#fff5de', '#3f7d85', '#17313a'],
]);
