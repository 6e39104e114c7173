import { NativeSelect, TextInput } from '@mantine/core';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { limits } from '#contract/core/limits';
import { type BlockType, blockType } from '#contract/mobile-configs/block-types';
import type { CategoryOptions } from '#web/core/components/use-category-options.ts';
import { blockAnchor } from '#web/core/lib/record-address.ts';
import { useSortableEntry } from '#web/ui/use-sortable-entry.ts';
import { BlockHeader, type PositionedBlock } from './block-header.tsx';
import { BlockIssues, type BlockIssuesProps } from './block-issues.tsx';
import { BookItemPicker } from './book-item-picker.tsx';
import { CategoryGrid } from './category-grid.tsx';
import { type FormBlock, withProposedTitle } from './config-blocks.ts';
import classes from './config-blocks.module.css';
import { ItemPicker } from './item-picker.tsx';

export interface BlockEditorProps extends PositionedBlock {
  readonly options: CategoryOptions;
  readonly titleError: string | undefined;
  /** True for the block that is marked in the preview too. */
  readonly isSelected: boolean;
  /** The content that apps do not show. */
  readonly warnings: BlockIssuesProps;
  readonly onChange: (block: FormBlock) => void;
}

/** One block of a home screen: position, title, type and content. It can be collapsed to its header, which drags it. */
export function BlockEditor(props: BlockEditorProps) {
  const { block, name, position, isOpen, isSelected, warnings } = props;
  const { t } = useTranslation();
  const bodyId = useId();
  const label = t('mobileConfigs.block', { number: position.index + 1 });
  const { entryProps, handleProps } = useSortableEntry({ id: block.key, name });
  const { ref, style, 'data-dragging': isDragging, ...dragProps } = entryProps;
  return (
    <section
      ref={ref}
      style={style}
      data-dragging={isDragging}
      className={classes['block']}
      aria-label={label}
      id={blockAnchor(position.index + 1).slice(1)}
      data-block={block.key}
      data-open={isOpen}
      data-selected={isSelected || undefined}
      aria-current={isSelected || undefined}
    >
      <BlockHeader
        {...props}
        label={label}
        bodyId={bodyId}
        warningCount={warnings.issues.length}
        handleProps={handleProps}
        dragProps={dragProps}
      />
      {isOpen && (
        <div className={classes['body']} id={bodyId}>
          <BlockFields {...props} label={label} />
          <BlockIssues {...warnings} />
        </div>
      )}
    </section>
  );
}

interface BlockFieldsProps extends Pick<BlockEditorProps, 'block' | 'options' | 'titleError' | 'onChange'> {
  readonly label: string;
}

function BlockFields({ block, label, options, titleError, onChange }: BlockFieldsProps) {
  const { t } = useTranslation();
  const { type } = block;
  const pick = (pickedBlock: FormBlock) => onChange(withProposedTitle(block, pickedBlock));
  return (
    <>
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
    </>
  );
}
