import { Button, Loader, Text, VisuallyHidden } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconCheck, IconPlus, IconX } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isSingleBlock } from '#contract/mobile-configs/block-types';
import type { BlockItem } from '#contract/mobile-configs/mobile-configs';
import { firstCharacters } from '#web/core/lib/text-start.ts';
import { IconAction } from '#web/ui/icon-action.tsx';
import { ReadMore } from '#web/ui/read-more.tsx';
import { SearchBox } from '#web/ui/search-box.tsx';
import { PasteList } from '#web/core/components/paste/paste-list.tsx';
import { selectSearchText, useEnterPick } from '#web/core/components/use-enter-pick.ts';
import { SearchFailed } from '#web/ui/search-failed.tsx';
import { ClampedText } from '#web/ui/user-text.tsx';
import {
  type FormBlock,
  nameOf,
  selectedOf,
  swapEntries,
  withItem,
  withoutItem,
  withSelection,
} from './config-blocks.ts';
import classes from './config-blocks.module.css';
import { lineSearchOf, type SearchedType } from './search-block-items.ts';
import { useBlockSearch } from './use-block-search.ts';

export interface ItemPickerProps {
  readonly block: FormBlock & { readonly type: SearchedType };
  /** The name of the block in labels of controls, such as "Block 2". */
  readonly label: string;
  readonly onChange: (block: FormBlock) => void;
}

const keyOfItem = ({ id }: BlockItem): string => String(id);

/** Searches records, and lists the selected ones, which can be reordered. */
export function ItemPicker({ block, label, onChange }: ItemPickerProps) {
  const { t } = useTranslation();
  const { type } = block;
  const [search, setSearch] = useState('');
  const { results, isSearching, hasFailed, retry } = useBlockSearch(type, search);
  const selected = selectedOf(block);
  const isSingle = isSingleBlock(type);
  const isSelected = (item: BlockItem) => selected.some(({ id }) => id === item.id);

  const frame = useRef<HTMLDivElement>(null);
  const close = () => {
    setSearch('');
    frame.current?.querySelector('input')?.focus();
  };
  const pick = (item: BlockItem) => {
    onChange(withItem(block, item));
    // A single type needs no further selection.
    if (isSingle) close();
  };

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
  const pickFirst = () => {
    const first = results.find((item) => !isSelected(item));
    if (!first) return;
    pick(first);
    selectSearchText(frame.current?.querySelector('input'), search);
  };
  const onEnter = useEnterPick({ searched: search, isSearching, pickFirst });
  const box = (
    <SearchBox
      value={search}
      placeholder={t(`mobileConfigs.searchOf.${type}`)}
      label={t('mobileConfigs.searchIn', { label, what: t(`mobileConfigs.searchOf.${type}`) })}
      onSearch={setSearch}
      onEnter={onEnter}
    />
  );

  return (
    <div ref={frame} className={classes['picker']}>
      {isSingle ? (
        box
      ) : (
        <PasteList
          search={lineSearchOf[type]}
          nameOf={nameOf}
          keyOf={keyOfItem}
          label={label}
          onAdd={(items) => onChange(items.reduce<FormBlock>(withItem, block))}
        >
          {box}
        </PasteList>
      )}
      <VisuallyHidden component="output">{moved}</VisuallyHidden>
      {search !== '' && (
        <output className={classes['results']}>
          {isSearching ? (
            <Loader size="sm" aria-label={t('ui.loading')} />
          ) : (
            !hasFailed &&
            results.length === 0 && (
              <Text size="sm" c="dimmed">
                {t('mobileConfigs.nothingFound')}
              </Text>
            )
          )}
        </output>
      )}
      {hasFailed && <SearchFailed onRetry={retry} />}
      {results.length > 0 && (
        <Button
          size="compact-sm"
          variant="default"
          className={classes['done'] ?? ''}
          aria-label={t('mobileConfigs.closeResults', { label })}
          onClick={close}
        >
          {t('ui.done')}
        </Button>
      )}
      {results.length > 0 && (
        <ul className={classes['items']} aria-label={t('mobileConfigs.results', { label })}>
          {results.map((item) => (
            <li key={item.id} className={classes['item']} data-picked={isSelected(item)}>
              <ItemText item={item} />
              <Button
                size="compact-sm"
                variant="light"
                disabled={isSelected(item)}
                leftSection={isSelected(item) ? <IconCheck size={14} /> : <IconPlus size={14} />}
                aria-label={t('mobileConfigs.select', { name: nameOf(item) })}
                onClick={() => pick(item)}
              >
                {t(isSelected(item) ? 'mobileConfigs.selected' : 'mobileConfigs.pick')}
              </Button>
            </li>
          ))}
        </ul>
      )}
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
        <ol className={classes['items']} aria-label={t('mobileConfigs.selectedIn', { label })}>
          {selected.map((item, index) => (
            <li key={item.id} className={classes['item']}>
              <ItemText item={item} />
              <span className={classes['actions']}>
                {!isSingle && (
                  <>
                    <IconAction
                      label={t('mobileConfigs.moveItemUp', { name: nameOf(item) })}
                      tooltip={t('ui.moveUp')}
                      icon={<IconArrowUp size={16} stroke={1.7} />}
                      disabled={index === 0}
                      onClick={() => move(index, -1)}
                    />
                    <IconAction
                      label={t('mobileConfigs.moveItemDown', { name: nameOf(item) })}
                      tooltip={t('ui.moveDown')}
                      icon={<IconArrowDown size={16} stroke={1.7} />}
                      disabled={index === selected.length - 1}
                      onClick={() => move(index, 1)}
                    />
                  </>
                )}
                <IconAction
                  color="red"
                  label={t('mobileConfigs.removeItem', { name: nameOf(item) })}
                  tooltip={t('ui.remove')}
                  icon={<IconX size={16} stroke={1.7} />}
                  onClick={() => onChange(withoutItem(block, item.id))}
                />
              </span>
            </li>
          ))}
        </ol>
      )}
    </div>
  );
}

function ItemText({ item }: { readonly item: BlockItem }) {
  const { t } = useTranslation();
  const { image, description, day_count } = item;
  return (
    <span className={classes['itemText']}>
      {image && <img className={classes['itemImage']} src={image} alt="" loading="lazy" />}
      <span className={classes['itemWords']}>
        <ClampedText isName>{nameOf(item)}</ClampedText>
        {day_count !== undefined && (
          <Text span size="sm" c="dimmed">
            {t('mobileConfigs.days', { count: day_count })}
          </Text>
        )}
        {description && <ReadMore text={description} start={firstCharacters(description)} />}
      </span>
    </span>
  );
}
