import { blend, circle, coverWidth, ground, hills, type Layout, path, rect, stroke } from './canvas.ts';
import { faces } from './type-faces.ts';
import { capitals, drawLine, drawTitle, setTitle } from './typesetting.ts';

const gradient = (id: string, from: string, to: string): string =>
  `<linearGradient id="${id}" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="${from}"/><stop offset="1" stop-color="${to}"/></linearGradient>`;

/** A moon over hills that grow darker as they come nearer. */
export const moonrise: Layout = (spreadsheet) => {
  const { palette: p, random } = spreadsheet;
  const moonX = 120 + random() * 260;
  const face = faces.display;
  const title = setTitle(spreadsheet.title, { face, width: 400, height: 190, maxSize: 66, leading: 1.04 });
  let stars = '';
  for (let i = 0; i < 60; i += 1)
    stars += circle(random() * 500, random() * 430, 0.6 + random() * 1.2, p.ink, 'opacity="0.5"');
  const layers = [0, 1, 2, 3, 4].map((i) =>
    hills(random, 470 + i * 58, 42 - i * 5, 0.8 + i * 0.35, blend(p.c, p.deep, i / 4)),
  );
  return [
    gradient('sky', p.ground, blend(p.ground, p.a, 0.75)),
    rect(0, 0, 500, 750, 'url(#sky)'),
    stars,
    circle(moonX, 400, 74, p.b),
    circle(moonX - 24, 382, 11, blend(p.b, p.a, 0.3)),
    circle(moonX + 22, 420, 17, blend(p.b, p.a, 0.3)),
    circle(moonX + 16, 366, 7, blend(p.b, p.a, 0.3)),
    ...layers,
    drawTitle(title, face, { x: 250, top: 62, fill: p.ink, anchor: 'middle' }),
    drawLine(capitals(spreadsheet.author, spreadsheet.language), faces.text, 17, 140, 400, {
      x: 250,
      top: 700,
      fill: p.ink,
      anchor: 'middle',
    }),
  ].join('');
};

/** Even waves, as a child or a Japanese dyer would stamp them. */
export const waves: Layout = (spreadsheet) => {
  const { palette: p, random } = spreadsheet;
  const tints = [p.a, p.c, p.deep, p.b, p.c, p.a, p.deep];
  const stretch = [100, 166, 250][Math.floor(random() * 3)] ?? 100;
  const swell = 30 + random() * 32;
  let sea = '';
  tints.forEach((tint, row) => {
    const top = 392 + row * 58;
    const length = stretch + (row % 2) * stretch * 0.25;
    const offset = -random() * length;
    let d = `M${offset} 760V${top}`;
    for (let x = offset; x < coverWidth + length; x += length)
      d += `q${length / 4} ${-swell} ${length / 2} 0t${length / 2} 0`;
    sea += path(`${d}V760Z`, tint);
    sea += stroke(d.replace('760V', `${top}V`), p.ground, 4);
  });
  const face = faces.condensed;
  const text = capitals(spreadsheet.title, spreadsheet.language);
  const title = setTitle(text, { face, width: 420, height: 240, maxSize: 86, leading: 0.98 });
  return [
    ground(p.ground),
    sea,
    drawTitle(title, face, { x: 40, top: 88, fill: p.ink }),
    drawLine(spreadsheet.author, faces.text, 23, 10, 420, { x: 41, top: 46, fill: p.ink }),
  ].join('');
};

/** A sun behind blinds. */
export const sunset: Layout = (spreadsheet) => {
  const { palette: p, random } = spreadsheet;
  const y = 300 + random() * 40;
  const bars = Array.from({ length: 9 }, (_, i) => rect(0, y + 4 + i * 24, 500, 3 + i * 2.3, p.ground)).join(
    '',
  );
  const face = faces.avant;
  const title = setTitle(spreadsheet.title, {
    face,
    width: 420,
    height: 120,
    maxSize: 56,
    leading: 1.08,
    tracking: -15,
  });
  return [
    gradient('disc', p.b, p.a),
    ground(p.ground),
    circle(250, y, 190, 'url(#disc)'),
    bars,
    drawTitle(title, face, { x: 250, top: 608 - title.height / 2, fill: p.ink, anchor: 'middle' }),
    drawLine(capitals(spreadsheet.author, spreadsheet.language), faces.text, 17, 160, 420, {
      x: 250,
      top: 48,
      fill: p.ink,
      anchor: 'middle',
    }),
  ].join('');
};

/** Houses at night; behind a few windows somebody is awake. */
export const windows: Layout = (spreadsheet) => {
  const { palette: p, random } = spreadsheet;
  let town = '';
  let x = -12;
  while (x < 500) {
    const w = 66 + random() * 60;
    const top = 330 + random() * 190;
    const wall = blend(p.deep, p.c, 0.1 + random() * 0.4);
    town +=
      random() < 0.5
        ? path(`M${x - 4} ${top}L${x + w / 2} ${top - 44}L${x + w + 4} ${top}Z`, blend(wall, '#000000', 0.25))
        : '';
    town += rect(x, top, w + 1, 760 - top, wall);
    const columns = Math.max(2, Math.floor(w / 34));
    const gap = w / columns;
    for (let wy = top + 22; wy < 670; wy += 46) {
      for (let column = 0; column < columns; column += 1) {
        const lit = random();
        const tint = lit < 0.2 ? p.b : lit < 0.27 ? p.a : blend(wall, '#000000', 0.35);
        town += rect(x + gap * column + gap / 2 - 7, wy, 14, 22, tint);
      }
    }
    x += w;
  }
  const face = faces.kiosk;
  const title = setTitle(capitals(spreadsheet.title, spreadsheet.language), {
    face,
    width: 420,
    height: 200,
    maxSize: 82,
    leading: 0.95,
    tracking: 10,
  });
  return [
    ground(p.ground),
    circle(400, 300, 46, p.ink, 'opacity="0.16"'),
    circle(400, 300, 30, p.b),
    town,
    rect(0, 682, 500, 68, p.deep),
    drawTitle(title, face, { x: 40, top: 54, fill: p.ink }),
    drawLine(capitals(spreadsheet.author, spreadsheet.language), faces.text, 17, 140, 420, {
      x: 41,
      top: 710,
      fill: p.ink,
    }),
  ].join('');
};

/** Bare trunks and what stands between them. */
export const forest: Layout = (spreadsheet) => {
  const { palette: p, random } = spreadsheet;
  let trees = '';
  for (let depth = 0; depth < 3; depth += 1) {
    const tint = blend(p.ground, p.deep, [0.25, 0.55, 1][depth] ?? 1);
    for (let i = 0; i < 5 + depth; i += 1) {
      const x = random() * 500;
      const w = 8 + depth * 7 + random() * 8;
      const lean = (random() - 0.5) * 24;
      trees += path(`M${x - w} 760L${x - w * 0.4 + lean} 250L${x + w * 0.4 + lean} 250L${x + w} 760Z`, tint);
      for (let branch = 0; branch < 4; branch += 1) {
        const y = 290 + branch * 62 + random() * 40;
        const side = (branch + i) % 2 ? 1 : -1;
        const bx = x + lean * (1 - (y - 250) / 510);
        trees += stroke(
          `M${bx} ${y + 26}Q${bx + side * 22} ${y + 4} ${bx + side * (36 + random() * 26)} ${y - 24}`,
          tint,
          2.2 + depth,
        );
      }
    }
    if (depth === 1)
      trees +=
        circle(150 + random() * 200, 440, 62, p.a) + rect(0, 690, 500, 70, blend(p.ground, p.deep, 0.55));
  }
  const face = faces.heavySerif;
  const title = setTitle(spreadsheet.title, { face, width: 400, height: 130, maxSize: 50, leading: 1.02 });
  return [
    ground(p.ground),
    trees,
    rect(0, 0, 500, 252, p.deep),
    drawTitle(title, face, { x: 250, top: 118 - title.height / 2, fill: '#fbf5e8', anchor: 'middle' }),
    drawLine(spreadsheet.author, faces.garamondItalic, 25, 0, 400, {
      x: 250,
      top: 210,
      fill: '#fbf5e8',
      anchor: 'middle',
    }),
  ].join('');
};

/** Beams from a light on a headland. */
export const beacon: Layout = (spreadsheet) => {
  const { palette: p, random } = spreadsheet;
  const [x, y] = [340, 408];
  let beams = '';
  const start = random() * 0.2;
  for (let i = 0; i < 13; i += 1) {
    const from = start + (i / 13) * Math.PI * 2;
    const to = from + Math.PI / 13;
    const pointAt = (angle: number): string =>
      `${(x + Math.cos(angle) * 900).toFixed(1)} ${(y + Math.sin(angle) * 900).toFixed(1)}`;
    beams += path(`M${x} ${y}L${pointAt(from)}L${pointAt(to)}Z`, blend(p.ground, p.a, 0.16));
  }
  const tower =
    path('M316 640L324 436H356L364 640Z', '#fbf5e8') +
    [0, 2]
      .map((i) =>
        path(
          `M${322.6 - i * 1.9} ${480 + i * 40}H${357.4 + i * 1.9}L${359.2 + i * 1.9} ${520 + i * 40}H${320.8 - i * 1.9}Z`,
          p.a,
        ),
      )
      .join('') +
    rect(314, 430, 52, 8, p.deep) +
    rect(326, 392, 28, 38, p.b) +
    path('M320 394L340 368L360 394Z', p.deep);
  const face = faces.display;
  const title = setTitle(spreadsheet.title, { face, width: 410, height: 200, maxSize: 66, leading: 1.04 });
  return [
    ground(p.ground),
    beams,
    circle(x, y, 92, p.b, 'opacity="0.22"'),
    circle(x, y, 54, p.b, 'opacity="0.35"'),
    path('M150 760C220 640 300 606 380 620S500 690 520 690V760Z', blend(p.c, p.deep, 0.55)),
    tower,
    ...[0, 1, 2].map((i) =>
      hills(random, 672 + i * 26, 9, 2.4 + i * 0.6, blend(p.c, p.deep, 0.25 + i * 0.32)),
    ),
    drawTitle(title, face, { x: 44, top: 60, fill: p.ink }),
    drawLine(capitals(spreadsheet.author, spreadsheet.language), faces.text, 17, 140, 400, {
      x: 45,
      top: 90 + title.height,
      fill: p.a,
    }),
  ].join('');
};
