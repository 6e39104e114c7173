import { circle, device, ground, type Layout, path, quarter, rect, stroke } from './canvas.ts';
import { faces } from './type-faces.ts';
import { capitals, drawLine, drawTitle, setTitle } from './typesetting.ts';

/** A Zürich poster: type flush left, shapes on a grid of four. */
export const swiss: Layout = (spreadsheet) => {
  const { palette: p, random } = spreadsheet;
  const face = faces.grotesque;
  const title = setTitle(spreadsheet.title, {
    face,
    width: 424,
    height: 250,
    maxSize: 74,
    leading: 0.98,
    tracking: -18,
  });
  const cell = 125;
  const tints = [p.a, p.b, p.c, p.deep];
  let shapes = '';
  for (let row = 0; row < 3; row += 1) {
    for (let column = 0; column < 4; column += 1) {
      const [x, y] = [column * cell, 375 + row * cell];
      const tint = tints[(row + column + Math.floor(random() * 3)) % 4] ?? p.a;
      const kind = Math.floor(random() * 5);
      if (kind === 0) shapes += rect(x, y, cell, cell, tint);
      else if (kind === 1) shapes += circle(x + cell / 2, y + cell / 2, cell / 2, tint);
      else if (kind < 4) shapes += quarter(x, y, cell, Math.floor(random() * 4), tint);
    }
  }
  return [
    ground(p.ground),
    shapes,
    drawLine(spreadsheet.author, faces.text, 21, 0, 424, { x: 38, top: 40, fill: p.ink }),
    stroke('M38 70H462', p.ink, 3),
    drawTitle(title, face, { x: 36, top: 96, fill: p.ink }),
  ].join('');
};

/** Diagonal bands with a plain field for the words. */
export const bands: Layout = (spreadsheet) => {
  const { palette: p, random } = spreadsheet;
  const tints = [p.a, p.b, p.deep, p.c];
  const slope = random() < 0.5 ? 1 : -1;
  let d = '';
  for (let i = -6; i < 16; i += 1) {
    const x = i * 62;
    const tint = tints[((i % 4) + 4) % 4] ?? p.a;
    const rise = slope * 260;
    d += path(`M${x} 0H${x + 62}L${x + 62 - rise} 460H${x - rise}Z`, tint);
  }
  const face = faces.slab;
  const title = setTitle(spreadsheet.title, {
    face,
    width: 408,
    height: 150,
    maxSize: 54,
    leading: 1.06,
    tracking: -8,
  });
  return [
    `<clipPath id="upper"><rect x="0" y="0" width="500" height="452"/></clipPath>`,
    ground(p.ground),
    `<g clip-path="url(#upper)">${rect(0, 0, 500, 460, p.deep)}${d}</g>`,
    drawTitle(title, face, { x: 46, top: 578 - title.height / 2, fill: p.ink }),
    drawLine(capitals(spreadsheet.author, spreadsheet.language), faces.text, 17, 120, 400, {
      x: 47,
      top: 694,
      fill: p.ink,
    }),
  ].join('');
};

/** Rainbows out of one corner. */
export const arcs: Layout = (spreadsheet) => {
  const { palette: p, random } = spreadsheet;
  const right = random() < 0.5;
  const tints = [p.deep, p.a, p.b, p.ground, p.c, p.a, p.ground, p.deep, p.b];
  const radii = tints.map((_, i) => 470 - i * 52);
  const face = faces.geometricBlack;
  const title = setTitle(spreadsheet.title, {
    face,
    width: 420,
    height: 180,
    maxSize: 66,
    leading: 0.98,
    tracking: -12,
  });
  return [
    ground(p.ground),
    ...radii.map((r, i) => circle(right ? 500 : 0, 750, r, tints[i] ?? p.a)),
    drawTitle(title, face, { x: right ? 40 : 460, top: 50, fill: p.ink, anchor: right ? 'start' : 'end' }),
    drawLine(spreadsheet.author, faces.text, 22, 10, 420, {
      x: right ? 41 : 459,
      top: 74 + title.height,
      fill: p.ink,
      anchor: right ? 'start' : 'end',
    }),
  ].join('');
};

/** Glazed tiles, mirrored in fours like an azulejo wall. */
export const tiles: Layout = (spreadsheet) => {
  const { palette: p, random } = spreadsheet;
  const size = 62.5;
  const pattern = Array.from({ length: 4 }, () => ({
    corner: Math.floor(random() * 4),
    kind: Math.floor(random() * 3),
  }));
  const backs = [p.ground, p.b, p.c];
  let wall = '';
  for (let row = 0; row < 12; row += 1) {
    for (let column = 0; column < 8; column += 1) {
      const [fx, fy] = [
        column % 4 < 2 ? column % 4 : 3 - (column % 4),
        row % 4 < 2 ? row % 4 : 3 - (row % 4),
      ];
      const tile = pattern[fx + 2 * fy] ?? { corner: 0, kind: 0 };
      const flipX = column % 4 > 1;
      const flipY = row % 4 > 1;
      let corner = tile.corner;
      if (flipX) corner = [1, 0, 3, 2][corner] ?? 0;
      if (flipY) corner = [3, 2, 1, 0][corner] ?? 0;
      const [x, y] = [column * size, row * size];
      const inset = size / 2;
      const [across, down] = [corner === 1 || corner === 2 ? 1 : 0, corner > 1 ? 1 : 0];
      wall += rect(x, y, size + 0.5, size + 0.5, backs[tile.kind] ?? p.ground);
      wall += quarter(x, y, size, corner, p.deep);
      wall += quarter(x + inset * across, y + inset * down, inset, corner, p.a);
    }
  }
  const face = faces.bookman;
  const title = setTitle(spreadsheet.title, { face, width: 310, height: 130, maxSize: 42, leading: 1.1 });
  return [
    ground(p.ground),
    wall,
    rect(62.5, 250, 375, 250, p.ground),
    rect(72.5, 260, 355, 230, 'none', `stroke="${p.deep}" stroke-width="2"`),
    drawTitle(title, face, { x: 250, top: 354 - title.height / 2, fill: p.ink, anchor: 'middle' }),
    drawLine(spreadsheet.author, faces.text, 19, 20, 310, {
      x: 250,
      top: 452,
      fill: p.ink,
      anchor: 'middle',
    }),
  ].join('');
};

/** Three bands; a pocket series from before the war. */
export const triband: Layout = (spreadsheet) => {
  const { palette: p, random } = spreadsheet;
  const face = faces.geometric;
  const text = capitals(spreadsheet.title, spreadsheet.language);
  const title = setTitle(text, { face, width: 400, height: 130, maxSize: 46, leading: 1.06, tracking: 20 });
  const motif = Math.floor(random() * 3);
  const figure =
    motif === 0
      ? [0, 1, 2, 3].map((i) => circle(250, 612, 78 - i * 20, i % 2 ? p.a : p.ground)).join('')
      : motif === 1
        ? [0, 1, 2, 3, 4]
            .map((i) => rect(130 + i * 52, 676 - (i + 1) * 24, 32, (i + 1) * 24, p.ground))
            .join('')
        : [0, 1, 2]
            .map((i) =>
              path(
                `M${110 + i * 60} 680L${190 + i * 60} ${548 + i * 22}L${270 + i * 60} 680Z`,
                i === 1 ? p.b : p.ground,
              ),
            )
            .join('');
  return [
    ground(p.a),
    rect(0, 250, 500, 250, p.ground),
    rect(0, 250, 500, 6, p.ink),
    rect(0, 494, 500, 6, p.ink),
    device(250, 124, 92, p.ground),
    drawTitle(title, face, { x: 250, top: 352 - title.height / 2, fill: p.ink, anchor: 'middle' }),
    drawLine(spreadsheet.author, faces.text, 21, 30, 400, {
      x: 250,
      top: 448,
      fill: p.ink,
      anchor: 'middle',
    }),
    figure,
  ].join('');
};

/** A disc made of printers' dots. */
export const halftone: Layout = (spreadsheet) => {
  const { palette: p, random } = spreadsheet;
  const [lightX, lightY] = [150 + random() * 200, 420 + random() * 80];
  let dots = '';
  for (let row = 0; row < 30; row += 1) {
    for (let column = 0; column < 24; column += 1) {
      const [x, y] = [column * 22 + (row % 2 ? 11 : 0), 262 + row * 18];
      const far = Math.hypot(x - 250, y - 512);
      if (far > 250) continue;
      const shade = Math.min(1, Math.hypot(x - lightX, y - lightY) / 330);
      dots += circle(x, y, 1.2 + 8.6 * shade, shade > 0.72 ? p.a : p.deep);
    }
  }
  const face = faces.condensed;
  const title = setTitle(spreadsheet.title, {
    face,
    width: 420,
    height: 160,
    maxSize: 78,
    leading: 0.98,
    tracking: -6,
  });
  return [
    ground(p.ground),
    dots,
    drawTitle(title, face, { x: 40, top: 48, fill: p.ink }),
    drawLine(spreadsheet.author, faces.text, 22, 0, 420, { x: 41, top: 72 + title.height, fill: p.ink }),
  ].join('');
};

/** Shapes cut with scissors and laid where they looked well. */
export const cutPaper: Layout = (spreadsheet) => {
  const { palette: p, random } = spreadsheet;
  const tints = [p.a, p.b, p.c, p.deep];
  const spots = [
    [105, 395, 95],
    [300, 350, 70],
    [420, 450, 88],
    [230, 510, 92],
    [80, 600, 80],
    [390, 640, 100],
    [225, 690, 66],
  ] as const;
  const pebbles = random() < 0.5;
  const bend = pebbles ? 0.7 : 0.05;
  const blobs = spots.map(([x, y, r], i) => {
    const lobes = pebbles ? 3 : 5 + Math.floor(random() * 3);
    const [inner, outer] = pebbles ? [0.86, 0.94] : [0.45, 1.25];
    const spin = random() * 360;
    let d = '';
    for (let k = 0; k < lobes; k += 1) {
      const from = (k / lobes) * Math.PI * 2;
      const to = ((k + 1) / lobes) * Math.PI * 2;
      const pointAt = (angle: number, share: number): string =>
        `${(Math.cos(angle) * r * share).toFixed(1)} ${(Math.sin(angle) * r * share).toFixed(1)}`;
      d += `${k ? '' : `M${pointAt(from, inner)}`}C${pointAt(from + bend, outer)} ${pointAt(to - bend, outer)} ${pointAt(to, inner)}`;
    }
    return path(`${d}Z`, tints[i % 4] ?? p.a, `transform="translate(${x} ${y}) rotate(${spin.toFixed(0)})"`);
  });
  const face = faces.bookman;
  const title = setTitle(spreadsheet.title, {
    face,
    width: 410,
    height: 170,
    maxSize: 58,
    leading: 1.06,
    tracking: -10,
  });
  return [
    ground(p.ground),
    ...blobs,
    drawTitle(title, face, { x: 250, top: 128 - title.height / 2, fill: p.ink, anchor: 'middle' }),
    drawLine(spreadsheet.author, faces.text, 22, 10, 400, {
      x: 250,
      top: 158 + title.height / 2,
      fill: p.ink,
      anchor: 'middle',
    }),
  ].join('');
};

/** Blocks seen from a corner, piled as high as the seed says. */
export const cubes: Layout = (spreadsheet) => {
  const { palette: p, random } = spreadsheet;
  const [w, h] = [50, 29];
  let pile = '';
  const block = (x: number, y: number, tall: number, top: string): string =>
    path(`M${x} ${y - tall}l${w} ${-h}l${w} ${h}l${-w} ${h}Z`, top) +
    path(`M${x} ${y - tall}l${w} ${h}v${tall + 200}h${-w}Z`, p.deep) +
    path(`M${x + 2 * w} ${y - tall}l${-w} ${h}v${tall + 200}h${w}Z`, p.c);
  for (let row = 0; row < 9; row += 1) {
    for (let column = 0; column < 6; column += 1) {
      const x = column * 2 * w - (row % 2 ? w : 0) - 50;
      const tall = Math.floor(random() * random() * 5) * 34;
      pile += block(x, 470 + row * h, tall, tall > 60 ? p.b : p.a);
    }
  }
  const face = faces.geometric;
  const title = setTitle(spreadsheet.title, {
    face,
    width: 420,
    height: 160,
    maxSize: 64,
    leading: 1,
    tracking: -14,
  });
  return [
    ground(p.ground),
    pile,
    drawTitle(title, face, { x: 40, top: 52, fill: p.ink }),
    drawLine(spreadsheet.author, faces.text, 22, 0, 420, { x: 41, top: 76 + title.height, fill: p.ink }),
  ].join('');
};
