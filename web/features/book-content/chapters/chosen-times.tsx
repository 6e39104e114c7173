import { useTranslation } from 'react-i18next';
import { toClock } from '#contract/core/format-duration';
import { alignStateOf, wordCountOf } from '../model/counts.ts';
import type { Chapter, Audio } from '../model/book-content.ts';
import { fileOf } from '../model/timeline.ts';
import { useContentEditor } from '../content-editor-context.ts';
import { useValue } from '#web/core/lib/value-store.ts';
import { ClockField } from './clock-field.tsx';
import classes from './chapters.module.css';

export interface ChosenTimesProps {
  readonly chapter: Chapter;
  readonly audio: Audio;
}

/** The details of the selected chapter without columns in the narrow table: full name, end, duration and status. */
export function ChosenTimes({ chapter, audio }: ChosenTimesProps) {
  const { t } = useTranslation();
  const contentEditor = useContentEditor();
  const timeline = useValue(contentEditor.timeline);
  const canEdit = useValue(contentEditor.canEdit);
  const offset = fileOf(timeline, audio.file)?.offset;
  if (offset === undefined) return null;
  const { key, name, isLocked } = chapter;
  const shownName = name.trim() === '' ? contentEditor.nameOf(contentEditor.numberOf(key)) : name;
  return (
    <div className={classes['chosen']}>
      <strong>{shownName}</strong>
      <span>
        {t('contentEditor.end')}
        <ClockField
          label={t('contentEditor.endOf', { name: shownName })}
          seconds={audio.end + offset}
          disabled={!canEdit || isLocked}
          onChange={(to) => contentEditor.moveMark(key, { edge: 'end', to })}
        />
      </span>
      <span>{t('contentEditor.lengthIs', { clock: toClock(audio.end - audio.start) })}</span>
      <span>
        {wordCountOf(chapter) === 0
          ? t('contentEditor.noText')
          : t(`contentEditor.alignState.${alignStateOf(chapter)}`)}
      </span>
    </div>
  );
}
