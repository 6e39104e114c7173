import { circle, ground, type Layout, path, pick, stroke } from './canvas.ts';
import { faces } from './type-faces.ts';
import { drawLine, drawTitle, setTitle } from './typesetting.ts';

type Kind = 'bear' | 'cat' | 'owl' | 'hedgehog';

const dark = '#1d1a26';
const white = '#fffaf0';

function spikes(fill: string): string {
  const points = Array.from({ length: 61 }, (_, i) => {
    const angle = Math.PI + (i / 60) * Math.PI;
    const reach = i % 2 ? 236 : 196;
    return `${(250 + Math.cos(angle) * reach).toFixed(1)} ${(560 + Math.sin(angle) * reach).toFixed(1)}`;
  });
  return path(`M${points.join('L')}L470 780H30Z`, fill);
}

const heads: Readonly<Record<Kind, (body: string, belly: string) => string>> = {
  bear: (body, belly) => [148, 352].map((x) => circle(x, 402, 46, body) + circle(x, 402, 24, belly)).join(''),
  cat: (body, belly) =>
    path('M98 470L112 322L222 400Z', body) +
    path('M402 470L388 322L278 400Z', body) +
    path('M122 420L127 356L178 396Z', belly) +
    path('M378 420L373 356L322 396Z', belly),
  owl: (body) =>
    path('M112 480L104 338Q170 352 212 392Z', body) + path('M388 480L396 338Q330 352 288 392Z', body),
  hedgehog: (body) => spikes(body),
};

const noses: Readonly<Record<Kind, (belly: string) => string>> = {
  bear: () => path('M230 548Q250 536 270 548Q268 574 250 576Q232 574 230 548Z', dark),
  cat: (belly) =>
    path('M232 556H268L250 576Z', belly) +
    stroke('M250 574V586M250 586Q236 600 222 590M250 586Q264 600 278 590', dark, 3.5) +
    stroke('M176 560L120 548M176 574L118 578M324 560L380 548M324 574L382 578', dark, 2.5, 'opacity="0.6"'),
  owl: (belly) => path('M250 536L274 556L250 596L226 556Z', belly),
  hedgehog: () => circle(250, 562, 19, dark) + stroke('M222 598Q250 620 278 598', dark, 4),
};

/** Somebody round, looking at the reader. */
function creature(kind: Kind): Layout {
  return (spreadsheet) => {
    const { palette: p, random } = spreadsheet;
    const body = pick([p.a, p.a, p.deep, p.c], random);
    const belly = body === p.a ? p.b : p.a;
    const gaze = random() < 0.5 ? -7 : 7;
    const [apart, wide] = kind === 'owl' ? [62, 52] : kind === 'hedgehog' ? [46, 30] : [52, 38];
    const eye = (x: number): string =>
      circle(x, 508, wide, white) +
      circle(x + gaze, 511, wide / 2, dark) +
      circle(x + gaze + 6, 504, wide / 6, white);
    const trunk =
      kind === 'hedgehog'
        ? path('M110 780C110 560 160 440 250 440S390 560 390 780Z', belly)
        : path('M70 780C60 520 130 370 250 370S440 520 430 780Z', body) +
          path('M150 780C150 660 190 622 250 622S350 660 350 780Z', belly);
    const face = faces.bookman;
    const title = setTitle(spreadsheet.title, {
      face,
      width: 420,
      height: 150,
      maxSize: 56,
      leading: 1.06,
      tracking: -8,
    });
    return [
      ground(p.ground),
      heads[kind](body, belly),
      trunk,
      eye(250 - apart),
      eye(250 + apart),
      noses[kind](kind === 'owl' ? (belly === p.b ? p.b : p.a) : belly),
      drawTitle(title, face, { x: 250, top: 122 - title.height / 2, fill: p.ink, anchor: 'middle' }),
      drawLine(spreadsheet.author, faces.text, 22, 10, 400, {
        x: 250,
        top: 150 + title.height / 2,
        fill: p.ink,
        anchor: 'middle',
      }),
    ].join('');
  };
}

export const bear = creature('bear');
export const cat = creature('cat');
export const owl = creature('owl');
export const hedgehog = creature('hedgehog');
