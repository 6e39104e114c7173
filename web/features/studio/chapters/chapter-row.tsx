import { IconGripVertical, IconLock, IconPlayerPlayFilled } from '@tabler/icons-react';
import { memo, type PointerEvent, useState } from 'react';
import { limits } from '#contract/limits';
import { toClock } from '../../../lib/durations.ts';
import { alignStateOf, wordsOf } from '../model/counts.ts';
import type { Studio } from '../create-studio.ts';
import type { Chapter } from '../model/inside.ts';
import { useStudio } from '../studio-context.ts';
import { useIsFull } from '../use-is-full.ts';
import type { ValueStore } from '../value-store.ts';
import { tickLabel } from '../waveform/paint.ts';
import { ClockField } from './clock-field.tsx';
import classes from './chapters.module.css';

export interface ChapterRowProps {
  readonly chapter: Chapter;
  /** From 0. */
  readonly index: number;
  readonly isChosen: boolean;
  /** Where its file begins on the line; undefined without sound. */
  readonly offset: number | undefined;
  readonly canEdit: boolean;
  readonly onGrip: (event: PointerEvent<HTMLButtonElement>, index: number) => void;
  readonly isScrolled: ValueStore<boolean>;
}

export const ChapterRow = memo(function ChapterRow({ isScrolled, ...props }: ChapterRowProps) {
  return useIsFull(isScrolled, props.isChosen) ? <FullRow {...props} /> : <StillRow {...props} />;
});

type RowProps = Omit<ChapterRowProps, 'isScrolled'>;

function FullRow({ chapter, index, isChosen, offset, canEdit, onGrip }: RowProps) {
  const studio = useStudio();
  const { t } = studio;
  const { key, name, sound, isLocked } = chapter;
  const number = index + 1;
  const called = name.trim() === '' ? studio.nameOf(number) : name;
  const choose = () => {
    if (!isChosen) studio.goToChapter(key);
  };
  const state = alignStateOf(chapter);
  const stateName = stateNameOf(chapter, t);
  const timesOff = !canEdit || isLocked;
  return (
    <tr
      className={classes['row']}
      data-chosen={isChosen}
      aria-current={isChosen}
      aria-rowindex={number + 1}
      onFocus={choose}
      onClick={choose}
    >
      <td className={classes['number']}>
        {canEdit && (
          <button
            type="button"
            className={classes['grip']}
            tabIndex={-1}
            aria-label={t('studio.drag', { name: called })}
            onPointerDown={(event) => onGrip(event, index)}
          >
            <IconGripVertical size={14} />
          </button>
        )}
        <PositionField
          index={index}
          label={t('studio.positionOf', { name: called })}
          disabled={!canEdit}
          chapter={key}
        />
      </td>
      <td>
        <input
          className={classes['nameInput']}
          aria-label={t('studio.nameOf', { number })}
          data-chapter-name={key}
          value={name}
          maxLength={limits.maxNameLength}
          readOnly={!canEdit}
          placeholder={studio.nameOf(number)}
          onChange={({ currentTarget: { value } }) => studio.rename(key, value)}
          onBlur={() => studio.history.rest()}
        />
        {isLocked && (
          <span className={classes['lock']} data-tooltip={t('studio.locked')}>
            <IconLock size={14} aria-hidden="true" />
            <span className={classes['hidden']}>{t('studio.locked')}</span>
          </span>
        )}
      </td>
      {sound && offset !== undefined ? (
        <>
          <td className={classes['time']}>
            <ClockField
              label={t('studio.startOf', { name: called })}
              seconds={sound.start + offset}
              disabled={timesOff}
              onChange={(to) => studio.moveMark(key, 'start', to)}
            />
          </td>
          <td className={`${classes['time'] ?? ''} ${classes['wide'] ?? ''}`}>
            <ClockField
              label={t('studio.endOf', { name: called })}
              seconds={sound.end + offset}
              disabled={timesOff}
              onChange={(to) => studio.moveMark(key, 'end', to)}
            />
          </td>
          <td className={`${classes['length'] ?? ''} ${classes['wide'] ?? ''}`}>
            {toClock(sound.end - sound.start)}
          </td>
        </>
      ) : (
        <td className={classes['none']} colSpan={3}>
          {t('studio.noSound')}
        </td>
      )}
      <td data-state={state} className={classes['state']} data-tooltip={stateName}>
        <span className={classes['stateName']}>{stateName}</span>
      </td>
      <td className={classes['playCell']}>
        {sound && offset !== undefined && (
          <button
            type="button"
            className={classes['playButton']}
            aria-label={t('studio.playChapter', { name: called })}
            data-tooltip={t('studio.playFromHere')}
            onClick={() => studio.player.play(sound.start + offset)}
          >
            <IconPlayerPlayFilled size={13} />
          </button>
        )}
      </td>
    </tr>
  );
}

const stateNameOf = (chapter: Chapter, t: Studio['t']): string =>
  wordsOf(chapter) === 0 ? t('studio.noText') : t(`studio.alignState.${alignStateOf(chapter)}`);

/** A row that passes by: its words, in the same places. */
function StillRow({ chapter, index, offset, canEdit }: RowProps) {
  const { nameOf, t } = useStudio();
  const { name, sound } = chapter;
  const clock = `${classes['clock'] ?? ''} ${classes['still'] ?? ''}`;
  const wide = classes['wide'] ?? '';
  return (
    <tr className={classes['row']} aria-rowindex={index + 2}>
      <td className={classes['number']}>
        {canEdit && <span className={classes['grip']} />}
        <span className={`${classes['position'] ?? ''} ${classes['still'] ?? ''}`}>{index + 1}</span>
      </td>
      <td>
        <span className={`${classes['nameInput'] ?? ''} ${classes['still'] ?? ''}`}>
          {name || nameOf(index + 1)}
        </span>
      </td>
      {sound && offset !== undefined ? (
        <>
          <td className={classes['time']}>
            <span className={clock}>{tickLabel(sound.start + offset, 0.05)}</span>
          </td>
          <td className={`${classes['time'] ?? ''} ${wide}`}>
            <span className={clock}>{tickLabel(sound.end + offset, 0.05)}</span>
          </td>
          <td className={`${classes['length'] ?? ''} ${wide}`}>{toClock(sound.end - sound.start)}</td>
        </>
      ) : (
        <td className={classes['none']} colSpan={3}>
          {t('studio.noSound')}
        </td>
      )}
      <td data-state={alignStateOf(chapter)} className={classes['state']} colSpan={2}>
        <span className={classes['stateName']}>{stateNameOf(chapter, t)}</span>
      </td>
    </tr>
  );
}

interface PositionFieldProps {
  readonly index: number;
  readonly label: string;
  readonly disabled: boolean;
  readonly chapter: string;
}

/** The number of a chapter; another one that is typed moves it there. */
function PositionField({ index, label, disabled, chapter }: PositionFieldProps) {
  const studio = useStudio();
  const [typed, setTyped] = useState<string>();
  const commit = () => {
    const to = Number.parseInt(typed ?? '', 10);
    setTyped(undefined);
    if (Number.isFinite(to) && to !== index + 1) studio.move(chapter, to - 1);
  };
  return (
    <input
      className={classes['position']}
      aria-label={label}
      inputMode="numeric"
      disabled={disabled}
      value={typed ?? String(index + 1)}
      onChange={({ currentTarget: { value } }) => setTyped(value)}
      onBlur={commit}
      onKeyDown={(event) => {
        if (event.key === 'Enter') commit();
        if (event.key === 'Escape') setTyped(undefined);
      }}
    />
  );
}
