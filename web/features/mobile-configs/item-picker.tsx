import { Button, Loader, Text } from '@mantine/core';
import { IconCheck, IconPlus } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isSingleBlock } from '#contract/mobile-configs/block-types';
import type { BlockItem } from '#contract/mobile-configs/mobile-configs';
import { SearchBox } from '#web/ui/search-box.tsx';
import { PasteList } from '#web/core/components/paste/paste-list.tsx';
import { selectSearchText, useEnterPick } from '#web/core/components/use-enter-pick.ts';
import { SearchFailed } from '#web/ui/search-failed.tsx';
import { type FormBlock, nameOf, selectedOf, withItem } from './config-blocks.ts';
import classes from './config-blocks.module.css';
import { lineSearchOf, type SearchedType } from './search-block-items.ts';
import { ItemText, SelectedItems } from './selected-items.tsx';
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
      <SelectedItems block={block} label={label} onChange={onChange} />
    </div>
  );
}
