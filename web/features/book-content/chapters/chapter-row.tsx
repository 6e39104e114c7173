import { IconGripVertical, IconLock, IconPlayerPlayFilled } from '@tabler/icons-react';
import { memo, type PointerEvent, useState } from 'react';
import { limits } from '#contract/core/limits';
import { toClock } from '#contract/core/format-duration';
import { toExactClock } from '#web/core/lib/clock.ts';
import { alignStateOf, wordCountOf } from '../model/counts.ts';
import type { ContentEditor } from '../create-content-editor.ts';
import type { Chapter } from '../model/book-content.ts';
import { useContentEditor } from '../content-editor-context.ts';
import { useIsFull } from '../use-is-full.ts';
import type { ValueStore } from '#web/core/lib/value-store.ts';
import { ClockField } from './clock-field.tsx';
import classes from './chapters.module.css';

export interface ChapterRowProps {
  readonly chapter: Chapter;
  /** The index, starting at 0. */
  readonly index: number;
  readonly isChosen: boolean;
  /** The start of its file on the timeline; undefined without audio. */
  readonly offset: number | undefined;
  readonly canEdit: boolean;
  readonly onDragStart: (event: PointerEvent<HTMLButtonElement>, index: number) => void;
  readonly isScrolled: ValueStore<boolean>;
}

export const ChapterRow = memo(function ChapterRow({ isScrolled, ...props }: ChapterRowProps) {
  return useIsFull(isScrolled, props.isChosen) ? <FullRow {...props} /> : <StaticRow {...props} />;
});

type RowProps = Omit<ChapterRowProps, 'isScrolled'>;

function FullRow({ chapter, index, isChosen, offset, canEdit, onDragStart }: RowProps) {
  const contentEditor = useContentEditor();
  const { t } = contentEditor;
  const { key, name, audio, isLocked } = chapter;
  const number = index + 1;
  const shownName = name.trim() === '' ? contentEditor.nameOf(number) : name;
  const choose = () => {
    if (!isChosen) contentEditor.goToChapter(key);
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
            data-number={number}
            tabIndex={-1}
            aria-label={t('contentEditor.drag', { name: shownName })}
            onPointerDown={(event) => onDragStart(event, index)}
          >
            <IconGripVertical size={14} />
          </button>
        )}
        <PositionField
          index={index}
          label={t('contentEditor.positionOf', { name: shownName })}
          disabled={!canEdit}
          chapter={key}
        />
      </td>
      <td>
        <input
          className={classes['nameInput']}
          aria-label={t('contentEditor.nameOf', { number })}
          data-chapter-name={key}
          value={name}
          maxLength={limits.maxNameLength}
          readOnly={!canEdit}
          placeholder={contentEditor.nameOf(number)}
          onChange={({ currentTarget: { value } }) => contentEditor.rename(key, value)}
          onBlur={() => contentEditor.history.rest()}
        />
        {isLocked && (
          <span className={classes['lock']} data-tooltip={t('contentEditor.locked')}>
            <IconLock size={14} aria-hidden="true" />
            <span className={classes['hidden']}>{t('contentEditor.locked')}</span>
          </span>
        )}
      </td>
      {audio && offset !== undefined ? (
        <>
          <td className={classes['time']}>
            <ClockField
              label={t('contentEditor.startOf', { name: shownName })}
              seconds={audio.start + offset}
              disabled={timesOff}
              onChange={(to) => contentEditor.moveMark(key, { edge: 'start', to })}
            />
          </td>
          <td className={`${classes['time'] ?? ''} ${classes['wide'] ?? ''}`}>
            <ClockField
              label={t('contentEditor.endOf', { name: shownName })}
              seconds={audio.end + offset}
              disabled={timesOff}
              onChange={(to) => contentEditor.moveMark(key, { edge: 'end', to })}
            />
          </td>
          <td className={`${classes['length'] ?? ''} ${classes['wide'] ?? ''}`}>
            {toClock(audio.end - audio.start)}
          </td>
        </>
      ) : (
        <NoTimes />
      )}
      <td data-state={state} className={classes['state']} data-tooltip={stateName}>
        <span className={classes['stateName']}>{stateName}</span>
      </td>
      <td className={classes['playCell']}>
        {audio && offset !== undefined && (
          <button
            type="button"
            className={classes['playButton']}
            aria-label={t('contentEditor.playChapter', { name: shownName })}
            data-tooltip={t('contentEditor.playFromHere')}
            onClick={() => contentEditor.player.play(audio.start + offset)}
          >
            <IconPlayerPlayFilled size={13} />
          </button>
        )}
      </td>
    </tr>
  );
}

/** The cells of start, end and duration of a chapter without audio. */
function NoTimes() {
  const { t } = useContentEditor();
  return (
    <>
      <td className={classes['none']}>{t('contentEditor.noAudio')}</td>
      <td className={`${classes['none'] ?? ''} ${classes['wide'] ?? ''}`}>–</td>
      <td className={`${classes['none'] ?? ''} ${classes['wide'] ?? ''}`}>–</td>
    </>
  );
}

const stateNameOf = (chapter: Chapter, t: ContentEditor['t']): string =>
  wordCountOf(chapter) === 0
    ? t('contentEditor.noText')
    : t(`contentEditor.alignState.${alignStateOf(chapter)}`);

/** A row during scrolling: its text in the same positions, without controls. */
function StaticRow({ chapter, index, offset, canEdit }: RowProps) {
  const { nameOf, t } = useContentEditor();
  const { name, audio } = chapter;
  const clock = `${classes['clock'] ?? ''} ${classes['still'] ?? ''}`;
  const wide = classes['wide'] ?? '';
  return (
    <tr className={classes['row']} aria-rowindex={index + 2}>
      <td className={classes['number']}>
        {canEdit && <span className={classes['grip']} data-number={index + 1} />}
        <span className={`${classes['position'] ?? ''} ${classes['still'] ?? ''}`}>{index + 1}</span>
      </td>
      <td>
        <span className={`${classes['nameInput'] ?? ''} ${classes['still'] ?? ''}`}>
          {name || nameOf(index + 1)}
        </span>
      </td>
      {audio && offset !== undefined ? (
        <>
          <td className={classes['time']}>
            <span className={clock}>{toExactClock(audio.start + offset)}</span>
          </td>
          <td className={`${classes['time'] ?? ''} ${wide}`}>
            <span className={clock}>{toExactClock(audio.end + offset)}</span>
          </td>
          <td className={`${classes['length'] ?? ''} ${wide}`}>{toClock(audio.end - audio.start)}</td>
        </>
      ) : (
        <NoTimes />
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

/** The number of a chapter. Typing another number moves the chapter. */
function PositionField({ index, label, disabled, chapter }: PositionFieldProps) {
  const contentEditor = useContentEditor();
  const [typed, setTyped] = useState<string>();
  const commit = () => {
    const to = Number.parseInt(typed ?? '', 10);
    setTyped(undefined);
    if (Number.isFinite(to) && to !== index + 1) contentEditor.move(chapter, to - 1);
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
