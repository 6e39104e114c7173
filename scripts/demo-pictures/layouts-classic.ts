import {
  blend,
  circle,
  ground,
  type Layout,
  path,
  quarter,
  rect,
  type Spreadsheet,
  stroke,
} from './canvas.ts';
import { faces } from './type-faces.ts';
import { capitals, drawLine, drawTitle, setTitle } from './typesetting.ts';

const centre = 250;

function authorLine(
  spreadsheet: Spreadsheet,
  top: number,
  fill: string,
  anchor: 'start' | 'middle' = 'middle',
  x = centre,
): string {
  const text = capitals(spreadsheet.author, spreadsheet.language);
  return drawLine(text, faces.text, 17, 140, 400, { x, top, fill, anchor });
}

/** A double rule, a title like an engraving, a small ornament that the seed turns. */
export const framedLayout: Layout = (spreadsheet) => {
  const { palette: p, random } = spreadsheet;
  const face = faces.didone;
  const title = setTitle(spreadsheet.title, { face, width: 350, height: 280, maxSize: 66, leading: 1.08 });
  const petals = 6 + Math.floor(random() * 4) * 2;
  const rotation = random() * 20;
  let ornament = '';
  for (let i = 0; i < petals; i += 1) {
    const angle = (360 / petals) * i + rotation;
    const petal = `M0 0C14 -20 14 -48 0 -66C-14 -48 -14 -20 0 0Z`;
    ornament += path(petal, i % 2 ? p.b : p.a, `transform="translate(250 505) rotate(${angle.toFixed(1)})"`);
  }
  return [
    ground(p.ground),
    rect(22, 22, 456, 706, 'none', `stroke="${p.ink}" stroke-width="3.5"`),
    rect(32, 32, 436, 686, 'none', `stroke="${p.ink}" stroke-width="1"`),
    ...[0, 1, 2, 3].map((corner) => quarter(corner % 3 ? 428 : 32, corner > 1 ? 678 : 32, 40, corner, p.a)),
    drawTitle(title, face, { x: centre, top: 120 + (270 - title.height) / 2, fill: p.ink, anchor: 'middle' }),
    ornament,
    circle(centre, 505, 13, p.ground),
    circle(centre, 505, 7, p.ink),
    authorLine(spreadsheet, 640, p.ink),
  ].join('');
};

/** A cloth binding with a paper label. */
export const labelledLayout: Layout = (spreadsheet) => {
  const { palette: p, random } = spreadsheet;
  const step = 30 + Math.floor(random() * 3) * 6;
  const weave = Math.floor(random() * 3);
  let cloth = '';
  for (let y = 0; y * step < 780; y += 1) {
    for (let x = 0; x * step < 530; x += 1) {
      const cx = x * step + (y % 2 ? step / 2 : 0);
      if (weave === 1) {
        cloth +=
          circle(cx, y * step, step * 0.36, (x + y) % 3 ? p.a : p.b) +
          circle(cx, y * step, step * 0.2, p.deep);
        continue;
      }
      if (weave === 2) {
        const rib = `M${cx - step / 2} ${y * step}l${step / 2} ${-step * 0.45}l${step / 2} ${step * 0.45}`;
        cloth += stroke(rib, y % 3 ? p.a : p.b, 6);
        continue;
      }
      const leaf = `M0 ${-step * 0.36}C${step * 0.24} ${-step * 0.1} ${step * 0.24} ${step * 0.1} 0 ${step * 0.36}C${-step * 0.24} ${step * 0.1} ${-step * 0.24} ${-step * 0.1} 0 ${-step * 0.36}Z`;
      const tint = (x + y) % 3 === 0 ? p.b : p.a;
      cloth += path(leaf, tint, `transform="translate(${cx} ${y * step}) rotate(${(x + y) % 2 ? 32 : -32})"`);
    }
  }
  const face = faces.garamond;
  const title = setTitle(spreadsheet.title, { face, width: 280, height: 210, maxSize: 52, leading: 1.08 });
  return [
    ground(p.deep),
    cloth,
    rect(80, 150, 340, 330, '#fbf5e8'),
    rect(90, 160, 320, 310, 'none', `stroke="${p.deep}" stroke-width="1.4"`),
    drawTitle(title, face, { x: centre, top: 282 - title.height / 2, fill: p.deep, anchor: 'middle' }),
    stroke('M220 404H280', p.a, 2.5),
    drawLine(spreadsheet.author, faces.garamondItalic, 24, 0, 280, {
      x: centre,
      top: 424,
      fill: p.deep,
      anchor: 'middle',
    }),
  ].join('');
};

/** The first letter of the title, larger than the cover. */
export const initial: Layout = (spreadsheet) => {
  const { palette: p } = spreadsheet;
  const words = spreadsheet.title.split(' ');
  const strong = words.find((word) => word.length > 3) ?? words[0] ?? spreadsheet.title;
  const letter = [...capitals(strong, spreadsheet.language)][0] ?? 'L';
  const big = faces.heavySerif;
  const face = faces.display;
  const title = setTitle(spreadsheet.title, { face, width: 400, height: 150, maxSize: 48, leading: 1.1 });
  const size = 640;
  return [
    ground(p.ground),
    rect(0, 0, 500, 505, p.a),
    `<g clip-path="url(#window)">`,
    drawLine(letter, big, size, 0, 4000, {
      x: 262,
      top: 62,
      fill: blend(p.a, p.deep, 0.25),
      anchor: 'middle',
    }),
    drawLine(letter, big, size, 0, 4000, {
      x: 250,
      top: 50,
      fill: blend(p.ground, '#ffffff', 0.25),
      anchor: 'middle',
    }),
    '</g>',
    `<clipPath id="window"><rect x="0" y="0" width="500" height="505"/></clipPath>`,
    rect(0, 505, 500, 8, p.b),
    drawTitle(title, face, { x: 44, top: 600 - title.height / 2, fill: p.ink }),
    authorLine(spreadsheet, 702, p.ink, 'start', 45),
  ].join('');
};

/** Stems and leaves that grow from the foot of the page to a title that leaves them room. */
export const botanical: Layout = (spreadsheet) => {
  const { palette: p, random } = spreadsheet;
  let garden = '';
  for (let stem = 0; stem < 9; stem += 1) {
    const x = 30 + stem * 55 + (random() - 0.5) * 20;
    const height = 210 + random() * 150 + Math.abs(stem - 4) * 34;
    const lean = (random() - 0.5) * 60;
    const tint = [p.a, p.c, p.deep, p.b][stem % 4] ?? p.a;
    garden += stroke(`M${x} 760Q${x} ${760 - height * 0.5} ${x + lean} ${760 - height}`, tint, 3.5);
    for (let leaf = 1; leaf < 6; leaf += 1) {
      const t = leaf / 6;
      const position = x + lean * t * t;
      const y = 760 - height * (0.12 + 0.82 * t);
      const long = 62 * (1.2 - t);
      const angle = (leaf % 2 ? 1 : -1) * (42 + random() * 18);
      const shape = `M0 0C${long * 0.34} ${-long * 0.4} ${long * 0.2} ${-long} 0 ${-long * 1.15}C${-long * 0.2} ${-long} ${-long * 0.34} ${-long * 0.4} 0 0Z`;
      garden += path(
        shape,
        tint,
        `transform="translate(${position.toFixed(1)} ${y.toFixed(1)}) rotate(${angle.toFixed(1)})"`,
      );
    }
    garden += circle(x + lean, 760 - height, stem % 2 ? 15 : 10, stem % 2 ? p.b : p.a);
    if (stem % 2) garden += circle(x + lean, 760 - height, 6, p.deep);
  }
  const face = faces.garamond;
  const title = setTitle(spreadsheet.title, { face, width: 400, height: 230, maxSize: 70, leading: 1.02 });
  return [
    ground(p.ground),
    garden,
    drawTitle(title, face, { x: centre, top: 66, fill: p.ink, anchor: 'middle' }),
    drawLine(spreadsheet.author, faces.garamondItalic, 27, 10, 380, {
      x: centre,
      top: 96 + title.height,
      fill: p.ink,
      anchor: 'middle',
    }),
  ].join('');
};

/** Stars joined by lines over the rings of an old chart. */
export const constellation: Layout = (spreadsheet) => {
  const { palette: p, random } = spreadsheet;
  const rotation = random() * Math.PI;
  const points = Array.from({ length: 8 }, (_, i) => {
    const reach = i % 2 ? 95 + random() * 60 : 150 + random() * 50;
    const angle = rotation + (i / 8) * Math.PI * 2 + random() * 0.3;
    return { x: 250 + Math.cos(angle) * reach, y: 262 + Math.sin(angle) * reach };
  });
  let sky = '';
  for (let i = 0; i < 170; i += 1)
    sky += circle(
      random() * 500,
      random() * 540,
      0.8 + random() * 1.3,
      p.ink,
      `opacity="${(0.25 + random() * 0.6).toFixed(2)}"`,
    );
  const chart = points
    .slice(0, 7)
    .map((point, i) => `${i ? 'L' : 'M'}${point.x.toFixed(1)} ${point.y.toFixed(1)}`)
    .join('');
  const rings = [70, 140, 210]
    .map((r, i) =>
      circle(
        250,
        262,
        r,
        i === 2 ? blend(p.ground, p.c, 0.22) : blend(p.ground, p.c, 0.34 + (2 - i) * 0.1),
        `stroke="${p.c}" stroke-width="1.6"`,
      ),
    )
    .toReversed()
    .join('');
  let scale = '';
  for (let tick = 0; tick < 72; tick += 1) {
    const angle = (tick / 72) * Math.PI * 2;
    const from = tick % 6 ? 217 : 213;
    const to = tick % 6 ? 224 : 232;
    scale += `M${(250 + Math.cos(angle) * from).toFixed(1)} ${(262 + Math.sin(angle) * from).toFixed(1)}L${(250 + Math.cos(angle) * to).toFixed(1)} ${(262 + Math.sin(angle) * to).toFixed(1)}`;
  }
  const star = (x: number, y: number, r: number, fill: string): string =>
    path(
      `M0 ${-r}L${r * 0.22} ${-r * 0.22}L${r} 0L${r * 0.22} ${r * 0.22}L0 ${r}L${-r * 0.22} ${r * 0.22}L${-r} 0L${-r * 0.22} ${-r * 0.22}Z`,
      fill,
      `transform="translate(${x.toFixed(1)} ${y.toFixed(1)})"`,
    );
  const face = faces.didoneItalic;
  const title = setTitle(spreadsheet.title, { face, width: 420, height: 118, maxSize: 62, leading: 1.06 });
  return [
    ground(p.ground),
    rings,
    sky,
    stroke(scale, p.a, 1.6),
    stroke(chart, p.ink, 2),
    ...points.map((point, i) => star(point.x, point.y, i % 3 === 0 ? 26 : 15, i % 3 === 0 ? p.b : p.ink)),
    drawTitle(title, face, { x: centre, top: 602 - title.height / 2, fill: p.ink, anchor: 'middle' }),
    authorLine(spreadsheet, 706, p.a),
  ].join('');
};

/** One circle within another, the title beneath in plain capitals. */
export const concentric: Layout = (spreadsheet) => {
  const { palette: p, random } = spreadsheet;
  const tints = [p.deep, p.a, p.b, p.ground, p.c, p.a, p.deep, p.b];
  const shift = 6 + random() * 9;
  const angle = random() < 0.5 ? 1 : -1;
  const rings = tints
    .map((tint, i) => circle(centre + angle * i * shift * 0.7, 285 + i * shift * 0.9, 210 - i * 26, tint))
    .join('');
  const face = faces.geometric;
  const text = capitals(spreadsheet.title, spreadsheet.language);
  const title = setTitle(text, { face, width: 430, height: 118, maxSize: 44, leading: 1.08, tracking: 30 });
  return [
    ground(p.ground),
    rings,
    drawTitle(title, face, { x: centre, top: 606 - title.height / 2, fill: p.ink, anchor: 'middle' }),
    authorLine(spreadsheet, 702, p.ink),
  ].join('');
};
