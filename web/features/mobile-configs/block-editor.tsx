import { NativeSelect, TextInput } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconRowInsertBottom, IconTrash } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { limits } from '#contract/core/limits';
import { type BlockType, blockType } from '#contract/mobile-configs/block-types';
import { blockAnchor } from '#web/core/lib/record-address.ts';
import type { CategoryOptions } from '#web/core/components/use-category-options.ts';
import { IconAction } from '#web/ui/icon-action.tsx';
import { BlockIssues, type BlockIssuesProps } from './block-issues.tsx';
import { BookItemPicker } from './book-item-picker.tsx';
import { CategoryGrid } from './category-grid.tsx';
import { type FormBlock, withProposedTitle } from './config-blocks.ts';
import classes from './config-blocks.module.css';
import { ItemPicker } from './item-picker.tsx';

export interface BlockEditorProps {
  readonly block: FormBlock;
  /** The index, starting at 0. */
  readonly index: number;
  readonly count: number;
  readonly options: CategoryOptions;
  readonly titleError: string | undefined;
  /** The content that apps do not show. */
  readonly warnings: BlockIssuesProps;
  readonly onChange: (block: FormBlock) => void;
  readonly onMove: (step: 1 | -1) => void;
  readonly onRemove: () => void;
  /** Adds a block after this one. */
  readonly onAddAfter: () => void;
}

/** One block of a home screen: position, title, type and content. */
export function BlockEditor(props: BlockEditorProps) {
  const { block, index, count, options, titleError, warnings, onChange, onMove, onRemove, onAddAfter } =
    props;
  const { t } = useTranslation();
  const label = t('mobileConfigs.block', { number: index + 1 });
  const { type } = block;
  const pick = (picked: FormBlock) => onChange(withProposedTitle(block, picked));
  return (
    <section
      className={classes['block']}
      aria-label={label}
      id={blockAnchor(index + 1).slice(1)}
      data-block={block.key}
    >
      <header className={classes['head']}>
        <h3 className={classes['name']} tabIndex={-1}>
          {label}
        </h3>
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
      </header>
      <div className={classes['fields']}>
        <TextInput
          label={t('mobileConfigs.blockTitle')}
          withAsterisk
          maxLength={limits.maxNameLength}
          value={block.title}
          error={titleError !== undefined}
          onChange={({ currentTarget: { value } }) => onChange({ ...block, title: value })}
        />
        <NativeSelect
          label={t('mobileConfigs.blockType')}
          value={type}
          data={blockType.options.map((value) => ({
            value,
            label: t(`mobileConfigs.types.${value}`),
          }))}
          onChange={({ currentTarget: { value } }) => onChange({ ...block, type: value as BlockType })}
        />
      </div>
      {type === 'categories' ? (
        <CategoryGrid block={block} label={label} options={options} onChange={pick} />
      ) : type === 'books' ? (
        <BookItemPicker block={block} label={label} onChange={pick} />
      ) : (
        <ItemPicker key={type} block={{ ...block, type }} label={label} onChange={pick} />
      )}
      <BlockIssues {...warnings} />
    </section>
  );
}
