import { useTranslation } from 'react-i18next';
import { toClock } from '../../../lib/durations.ts';
import { alignStateOf, wordsOf } from '../model/counts.ts';
import type { Chapter, Sound } from '../model/inside.ts';
import { fileOf } from '../model/timeline.ts';
import { useStudio } from '../studio-context.ts';
import { useValue } from '../value-store.ts';
import { ClockField } from './clock-field.tsx';
import classes from './chapters.module.css';

export interface ChosenTimesProps {
  readonly chapter: Chapter;
  readonly sound: Sound;
}

/** What the table has no columns for where it is narrow, of the chosen chapter: its whole name, end, length and state. */
export function ChosenTimes({ chapter, sound }: ChosenTimesProps) {
  const { t } = useTranslation();
  const studio = useStudio();
  const timeline = useValue(studio.timeline);
  const canEdit = useValue(studio.canEdit);
  const offset = fileOf(timeline, sound.file)?.offset;
  if (offset === undefined) return null;
  const { key, name, isLocked } = chapter;
  const called = name.trim() === '' ? studio.nameOf(studio.numberOf(key)) : name;
  return (
    <div className={classes['chosen']}>
      <strong>{called}</strong>
      <span>
        {t('studio.end')}
        <ClockField
          label={t('studio.endOf', { name: called })}
          seconds={sound.end + offset}
          disabled={!canEdit || isLocked}
          onChange={(to) => studio.moveMark(key, 'end', to)}
        />
      </span>
      <span>{t('studio.lengthIs', { clock: toClock(sound.end - sound.start) })}</span>
      <span>
        {wordsOf(chapter) === 0 ? t('studio.noText') : t(`studio.alignState.${alignStateOf(chapter)}`)}
      </span>
    </div>
  );
}
