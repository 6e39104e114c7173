import { useMediaQuery } from '@mantine/hooks';
import { useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { handles, type LineMark } from '../model/marks-on-line.ts';
import { useInside, useStudio } from '../studio-context.ts';
import { keepWhileSame, useValue } from '../value-store.ts';
import { MarkHandle } from './mark-handle.tsx';
import { placeMarks } from './place-marks.ts';
import classes from './waveform.module.css';

const areSame = (one: readonly LineMark[], other: readonly LineMark[]): boolean =>
  one.length === other.length && one.every((mark, at) => mark === other[at]);

/** The marks in sight: the same list as long as they are the same ones, wherever they lie. */
function useShown(apart: number): readonly LineMark[] {
  const studio = useStudio();
  const chosen = useValue(studio.chosen);
  useValue(studio.timeline);
  useInside((inside) => inside.chapters);
  const [keep] = useState(() => keepWhileSame(areSame));
  return useSyncExternalStore(studio.view.subscribe, () => {
    const { from, perPixel, width } = studio.view.get();
    return keep(handles(studio.line().marks, from, perPixel, width, chosen, apart));
  });
}

/** The handles of the marks in sight. Zooming and moving along only places them; they are drawn anew when others come into sight. */
export function Marks() {
  const { t } = useTranslation();
  const studio = useStudio();
  const chosen = useValue(studio.chosen);
  const numbers = useInside(numbersOf);
  // Fingers need more room than a pointer.
  const apart = useMediaQuery('(pointer: coarse)', false, { getInitialValueInEffect: false }) ? 44 : 24;
  const shown = useShown(apart);
  const frame = useRef<HTMLFieldSetElement>(null);
  const drawn = useRef(shown);

  useLayoutEffect(() => {
    drawn.current = shown;
    placeMarks(frame.current, shown, studio.view.get());
  });
  useEffect(
    () => studio.view.subscribe(() => placeMarks(frame.current, drawn.current, studio.view.get())),
    [studio],
  );

  return (
    <fieldset ref={frame} className={classes['marks']} aria-label={t('studio.marks')}>
      {shown.map((mark) => (
        <MarkHandle
          key={`${mark.key} ${mark.edge}`}
          mark={mark}
          number={numbers.get(mark.key) ?? 0}
          isChosen={mark.key === chosen}
        />
      ))}
    </fieldset>
  );
}

const numbered = new WeakMap<object, ReadonlyMap<string, number>>();

/** The number of each chapter, from 1. */
function numbersOf(inside: Parameters<Parameters<typeof useInside>[0]>[0]): ReadonlyMap<string, number> {
  const known = numbered.get(inside.chapters);
  if (known) return known;
  const made = new Map(inside.chapters.map(({ key }, at) => [key, at + 1]));
  numbered.set(inside.chapters, made);
  return made;
}
