/* oxlint-disable jsx-a11y/prefer-tag-over-role, jsx-a11y/no-redundant-roles, jsx-a11y/no-interactive-element-to-noninteractive-role -- the tags lose their semantics when the style sheet displays rows as blocks */
import { Text, TextInput } from '@mantine/core';
import {
  IconArrowMergeBoth,
  IconChevronDown,
  IconChevronUp,
  IconGripVertical,
  IconTrash,
} from '@tabler/icons-react';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import type { ImportProposal } from '#contract/imports/import-proposal';
import { limits } from '#contract/core/limits';
import { toClock } from '#contract/core/format-duration';
import { DataCell } from '#web/ui/data-table.tsx';
import { IconAction } from '#web/ui/icon-action.tsx';
import { PositionButton } from '#web/ui/position-button.tsx';
import { useSortableEntry } from '#web/ui/use-sortable-entry.ts';
import { ChapterDetails } from './chapter-details.tsx';
import type { ChapterRowProps } from './chapter-row-props.ts';
import classes from './proposal-chapters.module.css';
import type { ChapterValues } from './proposal-values.ts';
import { MatchBadge } from './match-badge.tsx';

/** One chapter. It is dragged by its handle, renamed in place, and expanded for all other actions. */
export const ChapterRow = memo(function ChapterRow(props: ChapterRowProps) {
  const { chapter, name, isOpen } = props;
  const { entryProps, handleProps } = useSortableEntry({ id: chapter.id, name });
  const { ref, style, 'data-dragging': isDragging, ...pointer } = entryProps;
  return (
    <>
      <tr role="row" ref={ref} style={style} data-dragging={isDragging} className={classes['row']}>
        <RowCells {...props} handleProps={handleProps} pointer={pointer} />
      </tr>
      {isOpen && !isDragging && (
        <tr role="row" className={classes['detailsRow']}>
          <td role="cell" colSpan={6}>
            <ChapterDetails {...props} />
          </td>
        </tr>
      )}
    </>
  );
});

type Entry = ReturnType<typeof useSortableEntry>;

interface RowCellsProps extends ChapterRowProps {
  readonly handleProps: Entry['handleProps'];
  /** The props of the handle that drags the row by mouse and touch. */
  readonly pointer: object;
}

function RowCells({
  proposal,
  chapter,
  storedChapter,
  name,
  canJoin,
  isOpen,
  position,
  actions,
  ...rest
}: RowCellsProps) {
  const { t } = useTranslation();
  const number = position.index + 1;
  const { id, audio, texts } = chapter;
  return (
    <>
      <DataCell label={t('imports.number')} kind="number">
        <span className={classes['place']}>
          {/* Dragging elsewhere in the row selects text. */}
          <button type="button" className={classes['handle']} {...rest.pointer} {...rest.handleProps}>
            <IconGripVertical size={16} stroke={1.7} aria-hidden="true" />
          </button>
          <PositionButton name={name} position={position} />
        </span>
      </DataCell>
      <DataCell label={t('imports.chapterName')} kind="title">
        <TextInput
          size="xs"
          className={classes['name'] ?? ''}
          aria-label={t('imports.chapterNameOf', { number })}
          placeholder={t('imports.unnamed', { number })}
          maxLength={limits.maxNameLength}
          value={chapter.name}
          onChange={({ currentTarget: { value } }) => actions.rename(id, value)}
        />
      </DataCell>
      <DataCell label={t('imports.audio')}>
        {audio ? (
          <>
            <div data-numeric>{toClock(audio.end - audio.start)}</div>
            <Text size="xs" c="dimmed" component="div" className={classes['from'] ?? ''}>
              <AudioOrigin proposal={proposal} audio={audio} />
            </Text>
          </>
        ) : (
          <Text size="sm" c="dimmed" span>
            {t('imports.noAudio')}
          </Text>
        )}
      </DataCell>
      <DataCell label={t('imports.text')} kind="long">
        {texts.length > 0 ? (
          <>
            <div>
              {t('imports.paragraphs', { count: texts.reduce((sum, { from, to }) => sum + to - from, 0) })}
            </div>
            <Text size="xs" c="dimmed" component="div" className={classes['beginning'] ?? ''}>
              {texts
                .map(({ text }) => proposal.texts[text]?.title || proposal.texts[text]?.beginning || '')
                .join(' + ')}
            </Text>
          </>
        ) : (
          <Text size="sm" c="dimmed" span>
            {t('imports.noText')}
          </Text>
        )}
      </DataCell>
      <DataCell label={t('imports.match')} kind="long">
        <MatchBadge chapter={chapter} storedChapter={storedChapter} />
      </DataCell>
      <DataCell label={t('imports.actions')} kind="actions">
        <IconAction
          label={t('imports.joinNext', { number })}
          tooltip={t('imports.joinShort')}
          icon={<IconArrowMergeBoth size={18} stroke={1.7} />}
          aria-disabled={!canJoin}
          onClick={() => actions.join(id)}
        />
        <IconAction
          color="red"
          label={t('imports.leaveOut', { number })}
          tooltip={t('imports.leaveOutShort')}
          icon={<IconTrash size={18} stroke={1.7} />}
          onClick={() => actions.skip(id)}
        />
        <IconAction
          label={t('imports.details', { number })}
          tooltip={t('imports.detailsShort')}
          icon={
            isOpen ? <IconChevronUp size={18} stroke={1.7} /> : <IconChevronDown size={18} stroke={1.7} />
          }
          aria-expanded={isOpen}
          onClick={() => actions.toggle(id)}
        />
      </DataCell>
    </>
  );
}

interface AudioOriginProps {
  readonly proposal: ImportProposal;
  readonly audio: NonNullable<ChapterValues['audio']>;
}

/** The range in its file. The file is named only if there are several. */
function AudioOrigin({ proposal, audio: { file, start, end } }: AudioOriginProps) {
  const audios = proposal.files.filter(({ seconds }) => seconds !== null);
  const proposalFile = proposal.files[file];
  const fileName = proposalFile?.path.slice(proposalFile.path.lastIndexOf('/') + 1) ?? '';
  const isWhole = start === 0 && Math.abs((proposalFile?.seconds ?? 0) - end) < 0.5;
  const range = `${toClock(start)}–${toClock(end)}`;
  if (audios.length <= 1) return <span data-numeric>{range}</span>;
  return (
    <span title={proposalFile?.path}>
      <bdi>{fileName}</bdi>
      {!isWhole && <span data-numeric> {range}</span>}
    </span>
  );
}
