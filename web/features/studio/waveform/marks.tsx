import { useMediaQuery } from '@mantine/hooks';
import { useTranslation } from 'react-i18next';
import { handles } from '../model/marks-on-line.ts';
import { useInside, useStudio } from '../studio-context.ts';
import { useValue } from '../value-store.ts';
import { MarkHandle } from './mark-handle.tsx';
import { xOf } from './viewport.ts';
import classes from './waveform.module.css';

/** The handles of the marks in sight. */
export function Marks() {
  const { t } = useTranslation();
  const studio = useStudio();
  const view = useValue(studio.view);
  const chosen = useValue(studio.chosen);
  useValue(studio.timeline);
  const numbers = useInside(numbersOf);
  // Fingers need more room than a pointer.
  const apart = useMediaQuery('(pointer: coarse)', false, { getInitialValueInEffect: false }) ? 44 : 12;
  const shown = handles(studio.line().marks, view.from, view.perPixel, view.width, chosen, apart);
  return (
    <fieldset className={classes['marks']} aria-label={t('studio.marks')}>
      {shown.map((mark, at) => {
        const x = Math.round(xOf(view, mark.time));
        const next = shown[at + 1];
        return (
          <MarkHandle
            key={`${mark.key} ${mark.edge}`}
            mark={mark}
            x={x}
            number={numbers.get(mark.key) ?? 0}
            isChosen={mark.key === chosen}
            room={next ? Math.round(xOf(view, next.time)) - x : 200}
          />
        );
      })}
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
