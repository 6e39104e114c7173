import { blend, circle, hills, path, quarter, randomFrom, rect, stroke } from './canvas.ts';
import { brightPalettes, darkPalettes, lightPalettes, type Palette } from './palettes.ts';
import { faces } from './type-faces.ts';
import { drawLine } from './typesetting.ts';

/** Drawn in a square of 400 with its middle at the origin. */
type Motif = (p: Palette) => string;

const leaf = (x: number, y: number, long: number, angle: number, fill: string): string =>
  path(
    `M0 0C${long * 0.4} ${-long * 0.3} ${long * 0.3} ${-long * 0.85} 0 ${-long}C${-long * 0.3} ${-long * 0.85} ${-long * 0.4} ${-long * 0.3} 0 0Z`,
    fill,
    `transform="translate(${x} ${y}) rotate(${angle})"`,
  );

const star = (x: number, y: number, r: number, fill: string): string =>
  path(
    `M0 ${-r}L${r * 0.24} ${-r * 0.24}L${r} 0L${r * 0.24} ${r * 0.24}L0 ${r}L${-r * 0.24} ${r * 0.24}L${-r} 0L${-r * 0.24} ${-r * 0.24}Z`,
    fill,
    `transform="translate(${x} ${y})"`,
  );

const dome = (x: number, y: number, r: number, fill: string): string =>
  path(`M${x - r} ${y}A${r} ${r * 0.85} 0 0 1 ${x + r} ${y}Z`, fill) +
  rect(x - 2.5, y - r * 1.15, 5, r * 0.4, fill);

const motifs = {
  book: (p) =>
    [0, 1, 2]
      .map((i) =>
        circle(-70 + i * 70, -70 - (i === 1 ? 40 : 0), 34 - (i === 1 ? 0 : 10), [p.b, p.a, p.c][i] ?? p.a),
      )
      .join('') +
    path('M0 20C-50 -16 -110 -16 -150 0V130C-110 112 -50 112 0 146Z', p.ink) +
    path('M0 20C50 -16 110 -16 150 0V130C110 112 50 112 0 146Z', blend(p.ink, p.ground, 0.22)),
  keyhole: (p) =>
    circle(0, 0, 150, p.a) +
    circle(0, 0, 118, p.deep) +
    circle(0, -28, 42, p.b) +
    path('M-22 -8L-44 82H44L22 -8Z', p.b) +
    stroke('M106 106L160 160', p.a, 34, 'stroke-linecap="round"'),
  kite: (p) =>
    path('M0 -150L92 -40L0 100Z', p.a) +
    path('M0 -150L-92 -40L0 100Z', p.b) +
    path('M0 -40L92 -40L0 100Z', p.c) +
    path('M0 -40L-92 -40L0 100Z', p.ink) +
    stroke('M0 100C40 124 -40 142 6 172', p.ink, 5) +
    path('M-4 122l-26 -10v22zM-4 122l26 -10v22z', p.a) +
    path('M4 156l-24 -8v18zM4 156l24 -8v18z', p.b),
  arch: (p) =>
    [150, 112, 74]
      .map((r, i) => path(`M${-r} 140V-10A${r} ${r} 0 0 1 ${r} -10V140Z`, [p.a, p.b, p.deep][i] ?? p.a))
      .join('') +
    circle(0, 20, 30, p.ink) +
    rect(-170, 136, 340, 16, p.ink),
  orbits: (p) =>
    [0, 60, 120]
      .map(
        (angle, i) =>
          `<ellipse rx="158" ry="56" fill="none" stroke="${[p.a, p.b, p.c][i]}" stroke-width="11" transform="rotate(${angle})"/>`,
      )
      .join('') +
    circle(0, 0, 38, p.ink) +
    circle(158, 0, 17, p.a) +
    circle(-79, -137, 17, p.b) +
    circle(-79, 137, 17, p.c),
  feather: (p) =>
    path('M-110 150C-130 10 -20 -130 140 -160C150 -40 70 90 -74 104Z', p.a) +
    path('M140 -160C150 -40 70 90 -74 104L-92 118Z', p.b) +
    stroke('M-142 172L110 -128', p.ink, 7, 'stroke-linecap="round"') +
    [0, 1, 2, 3]
      .map((i) => stroke(`M${-50 + i * 38} ${62 - i * 46}l${-30 + i * 5} -44`, p.ground, 6))
      .join(''),
  sprout: (p) =>
    circle(0, -50, 92, p.b) +
    stroke('M0 150V-30', p.ink, 11, 'stroke-linecap="round"') +
    leaf(0, 30, 138, 58, p.a) +
    leaf(0, 68, 128, -58, p.c) +
    leaf(0, -20, 106, 0, p.ink) +
    rect(-150, 140, 300, 16, p.ink),
  steps: (p) =>
    [0, 1, 2, 3]
      .map((i) => rect(-154 + i * 80, 120 - (i + 1) * 58, 66, (i + 1) * 58, [p.c, p.b, p.a, p.ink][i] ?? p.a))
      .join('') +
    circle(119, -146, 32, p.b) +
    rect(-170, 120, 340, 14, p.ink),
  headphones: (p) =>
    stroke('M-118 40V0A118 118 0 0 1 118 0V40', p.ink, 24) +
    rect(-150, 20, 64, 116, p.a, 'rx="30"') +
    rect(86, 20, 64, 116, p.a, 'rx="30"') +
    [-2, -1, 0, 1, 2]
      .map((i) =>
        rect(
          i * 30 - 8,
          70 - (3 - Math.abs(i)) * 22,
          16,
          (3 - Math.abs(i)) * 44,
          i % 2 ? p.b : p.c,
          'rx="8"',
        ),
      )
      .join(''),
  moon: (p) =>
    circle(-10, -20, 120, p.b) +
    circle(42, -52, 100, p.ground) +
    star(74, -60, 34, p.a) +
    star(122, 22, 20, p.ink) +
    star(26, 6, 14, p.ink) +
    path('M-170 130a44 44 0 0 1 62 -42a58 58 0 0 1 108 4a40 40 0 0 1 56 38z', p.ink),
  stars: (p) =>
    stroke('M-140 60L-70 -30L10 -60L90 -120M10 -60L60 40L140 90', p.c, 5) +
    [
      [-140, 60, 26],
      [-70, -30, 18],
      [10, -60, 44],
      [90, -120, 22],
      [60, 40, 20],
      [140, 90, 32],
    ]
      .map(([x = 0, y = 0, r = 0], i) => star(x, y, r, i % 2 ? p.b : i === 2 ? p.a : p.ink))
      .join('') +
    hillsAt(p, 110),
  cup: (p) =>
    path('M-120 -20H90V60A90 80 0 0 1 0 136H-30A90 80 0 0 1 -120 60Z', p.a) +
    stroke('M90 6H112A38 38 0 0 1 112 82H84', p.a, 18) +
    rect(-160, 144, 300, 15, p.ink, 'rx="7"') +
    [-70, -15, 40]
      .map((x, i) =>
        stroke(
          `M${x} -48C${x - 30} -80 ${x + 30} -108 ${x} -146`,
          i === 1 ? p.b : p.ink,
          10,
          'stroke-linecap="round"',
        ),
      )
      .join('') +
    circle(-15, 50, 30, p.b),
  skyline: (p) =>
    circle(70, -70, 62, p.b) +
    rect(-126, -110, 14, 240, p.ink) +
    path('M-129 -110L-119 -152L-109 -110Z', p.ink) +
    rect(112, -70, 14, 200, p.ink) +
    path('M109 -70L119 -112L129 -70Z', p.ink) +
    dome(0, 10, 78, p.a) +
    dome(-74, 52, 42, p.c) +
    dome(74, 52, 42, p.c) +
    rect(-150, 50, 300, 84, p.a) +
    [-100, -50, 0, 50, 100]
      .map((x) => path(`M${x - 14} 134V98A14 14 0 0 1 ${x + 14} 98V134Z`, p.ground))
      .join('') +
    rect(-180, 130, 360, 12, p.ink),
  loaf: (p) =>
    path('M-160 110C-190 -10 -110 -70 0 -70S190 -10 160 110Z', p.a) +
    [-80, -20, 40, 100]
      .map((x) =>
        path(
          `M${x - 34} ${34 - Math.abs(x) * 0.1}Q${x} ${-52 + Math.abs(x) * 0.25} ${x + 20} ${-30 + Math.abs(x) * 0.3}Q${x + 6} 10 ${x - 34} ${34 - Math.abs(x) * 0.1}Z`,
          p.b,
        ),
      )
      .join('') +
    rect(-180, 110, 360, 18, p.ink, 'rx="9"') +
    leaf(-120, -76, 70, -20, p.c) +
    leaf(-90, -96, 70, 14, p.c) +
    leaf(120, -76, 70, 20, p.c),
  orange: (p) =>
    circle(-50, 10, 118, p.a) +
    circle(-50, 10, 100, p.ink) +
    Array.from({ length: 8 }, (_, i) =>
      path('M0 -12L30 -78A84 84 0 0 0 -30 -78Z', p.b, `transform="translate(-50 10) rotate(${i * 45})"`),
    ).join('') +
    circle(104, 84, 62, p.a) +
    leaf(104, 26, 74, 44, p.c),
  pebbles: (p) =>
    [
      [0, 122, 130, 34, p.c],
      [-10, 62, 98, 30, p.a],
      [8, 8, 72, 27, p.ink],
      [-4, -40, 48, 23, p.b],
      [2, -80, 28, 18, p.a],
    ]
      .map(([x, y, rx, ry, fill]) => `<ellipse cx="${x}" cy="${y}" rx="${rx}" ry="${ry}" fill="${fill}"/>`)
      .join('') + stroke('M-180 160H180', p.ink, 6),
  door: (p) =>
    path('M-104 150V-40A104 104 0 0 1 104 -40V150Z', p.ink) +
    path('M-80 150V-40A80 80 0 0 1 80 -40V150Z', p.a) +
    stroke('M0 -120V150', p.ink, 5) +
    circle(-18, 44, 9, p.b) +
    circle(18, 44, 9, p.b) +
    [-1, 1].map((side) => rect(side * 42 - 22, 76, 44, 54, blend(p.a, p.deep, 0.3))).join('') +
    path('M-64 -20V-42A64 64 0 0 1 -8 -102V-20ZM64 -20V-42A64 64 0 0 0 8 -102V-20Z', p.b) +
    rect(-170, 146, 340, 14, p.ink),
  shop: (p) =>
    rect(-140, -40, 280, 180, p.ink) +
    [0, 1, 2, 3, 4, 5]
      .map((i) => path(`M${-162 + i * 54} -110h54v74a27 27 0 0 1 -54 0z`, i % 2 ? p.b : p.a))
      .join('') +
    rect(-112, 16, 110, 84, p.b) +
    rect(28, 16, 82, 124, p.c) +
    circle(96, 80, 6, p.ink) +
    rect(-170, 138, 340, 14, p.ink),
  leaves: (p) =>
    stroke('M0 170C-6 80 10 -20 0 -120', p.ink, 8) +
    [0, 1, 2, 3]
      .map(
        (i) =>
          leaf(0, 130 - i * 62, 132 - i * 16, 62 - i * 4, [p.a, p.c, p.b, p.a][i] ?? p.a) +
          leaf(0, 108 - i * 62, 132 - i * 16, -62 + i * 4, [p.c, p.b, p.a, p.c][i] ?? p.a),
      )
      .join('') +
    leaf(0, -110, 76, 0, p.b),
  sea: (p) =>
    circle(40, -40, 86, p.b) +
    [0, 1, 2, 3]
      .map((i) => {
        let d = `M${-420 + i * 34} 400V${10 + i * 44}`;
        for (let k = 0; k < 9; k += 1) d += 'q28 -38 56 0t56 0';
        return path(`${d}V400Z`, [p.a, p.c, p.deep, p.ink][i] ?? p.a);
      })
      .join(''),
} satisfies Record<string, Motif>;

function hillsAt(p: Palette, y: number): string {
  return `<g transform="translate(-400 0)">${hills(randomFrom(9), y + 30, 22, 1.6, p.deep, 800, 400)}</g>`;
}

export type Emblem = keyof typeof motifs;
const allPalettes: readonly Palette[] = [...brightPalettes, ...darkPalettes, ...lightPalettes];

function spreadsheet(width: number, height: number, back: string, content: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${rect(0, 0, width, height, back)}${content}</svg>`;
}

/** A picture of one motif; wide ones get plain shapes at both sides. */
export function drawEmblem(emblem: Emblem, width: number, height: number, paletteIndex: number): string {
  const p = allPalettes[paletteIndex % allPalettes.length] ?? brightPalettes[0];
  if (!p) throw new Error('There are no palettes');
  const draw: Motif = motifs[emblem];
  const soft = blend(p.ground, p.ink, 0.1);
  const side = (width - height) / 2;
  const cell = height / 4;
  let back = '';
  const columns = side > 0 ? [0, 1] : [];
  for (const column of columns) {
    for (let row = 0; row < 4; row += 1) {
      back += quarter(
        column ? width - cell : 0,
        row * cell,
        cell,
        (row + column * 2 + paletteIndex) % 4,
        soft,
      );
    }
  }
  const wide = emblem === 'sea' || emblem === 'stars';
  const halo = wide ? '' : circle(width / 2, height / 2, height * 0.46, soft);
  const figure = `<g transform="translate(${width / 2} ${height / 2}) scale(${wide ? 1 : (height / 400) * 0.78})">${draw(p)}</g>`;
  return spreadsheet(width, height, p.ground, (wide ? '' : back) + halo + figure);
}

/** The number of days inside a ring that has one stroke for each. */
export function drawChallenge(days: number, width: number, height: number, paletteIndex: number): string {
  const p = allPalettes[paletteIndex % allPalettes.length] ?? brightPalettes[0];
  if (!p) throw new Error('There are no palettes');
  const [x, y, r] = [width / 2, height / 2, height * 0.36];
  const soft = blend(p.ground, p.ink, 0.09);
  let rays = '';
  for (let i = 0; i < 24; i += 1) {
    const pointAt = (angle: number): string =>
      `${(x + Math.cos(angle) * width).toFixed(1)} ${(y + Math.sin(angle) * width).toFixed(1)}`;
    rays += path(`M${x} ${y}L${pointAt((i / 12) * Math.PI)}L${pointAt(((i + 0.5) / 12) * Math.PI)}Z`, soft);
  }
  let ring = '';
  const gap = Math.min(0.09, 1.6 / days);
  for (let day = 0; day < days; day += 1) {
    const from = (day / days) * Math.PI * 2 - Math.PI / 2 + gap / 2;
    const to = ((day + 1) / days) * Math.PI * 2 - Math.PI / 2 - gap / 2;
    const pointAt = (angle: number): string =>
      `${(x + Math.cos(angle) * r).toFixed(2)} ${(y + Math.sin(angle) * r).toFixed(2)}`;
    ring += stroke(
      `M${pointAt(from)}A${r} ${r} 0 ${to - from > Math.PI ? 1 : 0} 1 ${pointAt(to)}`,
      day % 2 ? p.b : p.a,
      height * 0.07,
    );
  }
  const face = faces.geometricBlack;
  const size = height * 0.36;
  const number = drawLine(String(days), face, size, -20, width, {
    x,
    top: y - (face.capHeight / 2000) * size,
    fill: p.ink,
    anchor: 'middle',
  });
  return spreadsheet(
    width,
    height,
    p.ground,
    rays + circle(x, y, r + height * 0.075, p.ground) + ring + number,
  );
}
