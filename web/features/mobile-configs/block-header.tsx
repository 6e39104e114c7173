import {
  IconAlertTriangle,
  IconArrowDown,
  IconArrowUp,
  IconChevronRight,
  IconGripVertical,
  IconRowInsertBottom,
  IconTrash,
} from '@tabler/icons-react';
import type { ComponentPropsWithoutRef } from 'react';
import { useTranslation } from 'react-i18next';
import { IconAction } from '#web/ui/icon-action.tsx';
import { PositionButton } from '#web/ui/position-button.tsx';
import type { SortablePosition } from '#web/ui/sortable-list.tsx';
import type { useSortableEntry } from '#web/ui/use-sortable-entry.ts';
import { type FormBlock, selectedOf } from './config-blocks.ts';
import classes from './config-blocks.module.css';

/** A block with its position and the actions of its header. */
export interface PositionedBlock {
  readonly block: FormBlock;
  /** The name of the block in announcements: its title, or "Block 2". */
  readonly name: string;
  readonly position: SortablePosition;
  readonly isOpen: boolean;
  readonly onOpen: (isOpen: boolean) => void;
  readonly onMove: (step: 1 | -1) => void;
  readonly onRemove: () => void;
  /** Adds a block after this one. */
  readonly onAddAfter: () => void;
}

interface BlockHeaderProps extends PositionedBlock {
  readonly label: string;
  /** The ID of the element with the fields. */
  readonly bodyId: string;
  readonly warningCount: number;
  readonly handleProps: ReturnType<typeof useSortableEntry>['handleProps'];
  /** The pointer events that drag the block. */
  readonly dragProps: ComponentPropsWithoutRef<'header'>;
}

/** The header of a block: a handle, a button that opens and collapses the block, and its actions. */
export function BlockHeader(props: BlockHeaderProps) {
  const { block, label, isOpen, bodyId, warningCount, handleProps, dragProps, onOpen } = props;
  const { t } = useTranslation();
  const title = block.title.trim();
  const count = selectedOf(block).length;
  return (
    <header className={classes['head']} {...dragProps}>
      <button type="button" className={classes['handle']} {...handleProps}>
        <IconGripVertical size={16} stroke={1.7} aria-hidden="true" />
      </button>
      <h3 className={classes['name']} tabIndex={-1}>
        <button
          type="button"
          className={classes['disclosure']}
          aria-expanded={isOpen}
          aria-controls={isOpen ? bodyId : undefined}
          onClick={() => onOpen(!isOpen)}
        >
          <IconChevronRight className={classes['chevron']} size={18} stroke={1.7} aria-hidden="true" />
          <span className={classes['words']}>
            <span>{label}</span>
            <span className={classes['summary']}>
              {' '}
              <span className={classes['title']}>{title === '' ? t('mobileConfigs.untitled') : title}</span>{' '}
              <span className={classes['facts']}>
                {t(`mobileConfigs.types.${block.type}`)} · {t('mobileConfigs.itemCount', { count })}
                {warningCount > 0 && (
                  <span className={classes['warning']}>
                    {' · '}
                    <IconAlertTriangle size={14} stroke={1.7} aria-hidden="true" />
                    {t('mobileConfigs.warningCount', { count: warningCount })}
                  </span>
                )}
              </span>
            </span>
          </span>
        </button>
      </h3>
      <BlockActions {...props} />
    </header>
  );
}

function BlockActions(props: BlockHeaderProps) {
  const { name, label, position, onMove, onAddAfter, onRemove } = props;
  const { index, count } = position;
  const { t } = useTranslation();
  return (
    <span className={classes['actions']}>
      <span className={classes['position']}>
        <PositionButton name={name} position={position} />
      </span>
      <IconAction
        label={t('mobileConfigs.moveUp', { label })}
        tooltip={t('ui.moveUp')}
        icon={<IconArrowUp size={18} stroke={1.7} />}
        data-move={-1}
        disabled={index === 0}
        onClick={() => onMove(-1)}
      />
      <IconAction
        label={t('mobileConfigs.moveDown', { label })}
        tooltip={t('ui.moveDown')}
        icon={<IconArrowDown size={18} stroke={1.7} />}
        data-move={1}
        disabled={index === count - 1}
        onClick={() => onMove(1)}
      />
      <IconAction
        label={t('mobileConfigs.addAfter', { label })}
        tooltip={t('mobileConfigs.addBelow')}
        icon={<IconRowInsertBottom size={18} stroke={1.7} />}
        onClick={onAddAfter}
      />
      <IconAction
        color="red"
        label={t('mobileConfigs.remove', { label })}
        tooltip={t('ui.remove')}
        icon={<IconTrash size={18} stroke={1.7} />}
        onClick={onRemove}
      />
    </span>
  );
}
