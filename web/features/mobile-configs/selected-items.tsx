import { Text, VisuallyHidden } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconGripVertical, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isSingleBlock } from '#contract/mobile-configs/block-types';
import type { BlockItem } from '#contract/mobile-configs/mobile-configs';
import { toMinutes } from '#web/core/lib/durations.ts';
import { firstCharacters } from '#web/core/lib/text-start.ts';
import { IconAction } from '#web/ui/icon-action.tsx';
import { PositionButton } from '#web/ui/position-button.tsx';
import { ReadMore } from '#web/ui/read-more.tsx';
import { SortableList, type SortablePosition } from '#web/ui/sortable-list.tsx';
import { useSortableEntry } from '#web/ui/use-sortable-entry.ts';
import { ClampedText } from '#web/ui/user-text.tsx';
import {
  type FormBlock,
  nameOf,
  selectedOf,
  swapEntries,
  withoutItem,
  withSelection,
} from './config-blocks.ts';
import classes from './config-blocks.module.css';

export interface SelectedItemsProps {
  readonly block: FormBlock;
  /** The name of the block in labels of controls, such as "Block 2". */
  readonly label: string;
  readonly onChange: (block: FormBlock) => void;
}

/** Lists the selected items of a block, which can be reordered and removed. */
export function SelectedItems({ block, label, onChange }: SelectedItemsProps) {
  const { t } = useTranslation();
  const selected = selectedOf(block);
  const isSingle = isSingleBlock(block.type);
  const [moved, setMoved] = useState('');
  const move = (index: number, step: 1 | -1) => {
    const item = selected[index];
    onChange(withSelection(block, swapEntries(selected, index, step)));
    if (item)
      setMoved(
        t('mobileConfigs.itemMoved', {
          name: nameOf(item),
          position: index + step + 1,
          count: selected.length,
        }),
      );
  };
  const entries = selected.map((item) => ({ id: String(item.id), name: nameOf(item), item }));
  return (
    <>
      <VisuallyHidden component="output">{moved}</VisuallyHidden>
      <Text size="sm" fw={550}>
        {isSingle
          ? t('mobileConfigs.selectedItem')
          : t('mobileConfigs.selectedItems', { count: selected.length })}
      </Text>
      {selected.length === 0 ? (
        <Text size="sm" c="dimmed">
          {t('mobileConfigs.nothingSelected')}
        </Text>
      ) : (
        <SortableList
          entries={entries}
          layout="rows"
          onChange={(next) =>
            onChange(
              withSelection(
                block,
                next.map(({ item }) => item),
              ),
            )
          }
        >
          {(visibleEntries) => (
            <ol className={classes['items']} aria-label={t('mobileConfigs.selectedIn', { label })}>
              {visibleEntries.map(({ entry: { item }, position }) => {
                const Row = isSingle ? SingleItem : SortableItem;
                return (
                  <Row
                    key={item.id}
                    item={item}
                    position={position}
                    onMove={(step) => move(position.index, step)}
                    onRemove={() => onChange(withoutItem(block, item.id))}
                  />
                );
              })}
            </ol>
          )}
        </SortableList>
      )}
    </>
  );
}

interface ItemProps {
  readonly item: BlockItem;
  readonly position: SortablePosition;
  readonly onMove: (step: 1 | -1) => void;
  readonly onRemove: () => void;
}

function SingleItem({ item, onRemove }: ItemProps) {
  return (
    <li className={classes['item']}>
      <ItemText item={item} />
      <span className={classes['actions']}>
        <RemoveItem item={item} onRemove={onRemove} />
      </span>
    </li>
  );
}

/** An item of a list: mouse and touch drag the whole row. */
function SortableItem({ item, position, onMove, onRemove }: ItemProps) {
  const { t } = useTranslation();
  const name = nameOf(item);
  const { entryProps, handleProps } = useSortableEntry({ id: String(item.id), name });
  return (
    <li className={`${classes['item']} ${classes['sortable']}`} {...entryProps}>
      <button type="button" className={classes['handle']} {...handleProps}>
        <IconGripVertical size={16} stroke={1.7} aria-hidden="true" />
      </button>
      <ItemText item={item} />
      <span className={classes['actions']}>
        <span className={classes['position']}>
          <PositionButton name={name} position={position} />
        </span>
        <IconAction
          label={t('mobileConfigs.moveItemUp', { name })}
          tooltip={t('ui.moveUp')}
          icon={<IconArrowUp size={16} stroke={1.7} />}
          disabled={position.index === 0}
          onClick={() => onMove(-1)}
        />
        <IconAction
          label={t('mobileConfigs.moveItemDown', { name })}
          tooltip={t('ui.moveDown')}
          icon={<IconArrowDown size={16} stroke={1.7} />}
          disabled={position.index === position.count - 1}
          onClick={() => onMove(1)}
        />
        <RemoveItem item={item} onRemove={onRemove} />
      </span>
    </li>
  );
}

function RemoveItem({ item, onRemove }: Pick<ItemProps, 'item' | 'onRemove'>) {
  const { t } = useTranslation();
  return (
    <IconAction
      color="red"
      label={t('mobileConfigs.removeItem', { name: nameOf(item) })}
      tooltip={t('ui.remove')}
      icon={<IconX size={16} stroke={1.7} />}
      onClick={onRemove}
    />
  );
}

/** Returns a function for the author and duration of a book; undefined for other items. */
function useBookDetails() {
  const { t } = useTranslation();
  return ({ author, duration = 0 }: BlockItem): string | undefined =>
    author &&
    [author.name, ...(duration > 0 ? [t('picker.minutes', { count: toMinutes(duration) })] : [])].join(' · ');
}

/** The image, name and details of an item. */
export function ItemText({ item }: { readonly item: BlockItem }) {
  const { t } = useTranslation();
  const { image, description, day_count } = item;
  const details = useBookDetails()(item);
  return (
    <span className={classes['itemText']}>
      {image && (
        <img className={classes[details ? 'itemCover' : 'itemImage']} src={image} alt="" loading="lazy" />
      )}
      <span className={classes['itemWords']}>
        <ClampedText isName>{nameOf(item)}</ClampedText>
        {day_count !== undefined && (
          <Text span size="sm" c="dimmed">
            {t('mobileConfigs.days', { count: day_count })}
          </Text>
        )}
        {details && (
          <Text span size="sm" c="dimmed">
            {details}
          </Text>
        )}
        {description && <ReadMore text={description} start={firstCharacters(description)} />}
      </span>
    </span>
  );
}
