import { Button, Group, Text, Title } from '@mantine/core';
import { IconChevronsDown, IconChevronsUp, IconPlus, IconRowInsertTop } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { limits } from '#contract/core/limits';
import type { CategoryOptions } from '#web/core/components/use-category-options.ts';
import { SortableList } from '#web/ui/sortable-list.tsx';
import { BlockEditor } from './block-editor.tsx';
import { type FormBlock, titleFieldOf } from './config-blocks.ts';
import classes from './config-blocks.module.css';
import type { BlockEdits } from './use-block-edits.ts';
import type { HomePreviewState } from './use-home-preview.ts';
import type { OpenBlocks } from './use-open-blocks.ts';
import type { useSetToMain } from './use-set-to-main.ts';

export interface BlockListProps {
  readonly blocks: readonly FormBlock[];
  /** The errors by form field. */
  readonly errors: Readonly<Record<string, string>>;
  readonly options: CategoryOptions;
  readonly preview: HomePreviewState;
  readonly setToMain: ReturnType<typeof useSetToMain>;
  readonly edits: BlockEdits;
  readonly openBlocks: OpenBlocks;
  /** The block that is marked in the preview too. */
  readonly selectedKey: string | null;
  /** True if the dialog opens with the focus on the button for a block at the top. */
  readonly takesFocus: boolean;
}

/** The blocks of a home screen, which can be collapsed and reordered, with the buttons that add blocks. */
export function BlockList(props: BlockListProps) {
  const { blocks, errors, options, preview, setToMain, edits, openBlocks, selectedKey, takesFocus } = props;
  const { t } = useTranslation();
  const entries = blocks.map((block, index) => {
    const title = block.title.trim();
    const label = t('mobileConfigs.block', { number: index + 1 });
    return { id: block.key, name: title === '' ? label : title, block };
  });
  return (
    <>
      <BlockToolbar count={blocks.length} edits={edits} openBlocks={openBlocks} takesFocus={takesFocus} />
      {blocks.length === 0 && <Text c="dimmed">{t('mobileConfigs.noBlocks')}</Text>}
      <SortableList
        entries={entries}
        layout="rows"
        windowSize={limits.maxConfigBlocks}
        onChange={(next) => edits.reorder(next.map(({ block }) => block))}
      >
        {(visibleEntries) => (
          <div className={classes['list']}>
            {visibleEntries.map(({ entry: { block, name }, position }) => (
              <BlockEditor
                key={block.key}
                block={block}
                name={name}
                position={position}
                options={options}
                isOpen={openBlocks.isOpen(block)}
                isSelected={block.key === selectedKey}
                titleError={errors[titleFieldOf(block)]}
                warnings={{
                  issues: preview.ofBlock(block)?.issues ?? [],
                  onSetToMain: setToMain.setToMain,
                  isBusy: setToMain.isBusy,
                }}
                onOpen={(isOpen) => openBlocks.setOpen(block.key, isOpen)}
                onChange={(next) => edits.change(position.index, next)}
                onMove={(step) => edits.move(position.index, step)}
                onRemove={() => edits.remove(position.index)}
                onAddAfter={() => edits.add(position.index + 1)}
              />
            ))}
          </div>
        )}
      </SortableList>
      <Group>
        <Button
          data-add-block
          variant="default"
          leftSection={<IconPlus size={16} aria-hidden="true" />}
          onClick={() => edits.add(blocks.length)}
        >
          {t('mobileConfigs.addBlock')}
        </Button>
      </Group>
    </>
  );
}

interface BlockToolbarProps extends Pick<BlockListProps, 'edits' | 'openBlocks' | 'takesFocus'> {
  readonly count: number;
}

/** The heading of the blocks, with the actions on all of them. */
function BlockToolbar({ count, edits, openBlocks, takesFocus }: BlockToolbarProps) {
  const { t } = useTranslation();
  const button = { variant: 'subtle', size: 'compact-sm' } as const;
  return (
    <div className={classes['toolbar']}>
      <Title order={2} size="h3">
        {t('mobileConfigs.blocks')}
      </Title>
      {count > 0 && (
        <Button
          {...button}
          data-autofocus={takesFocus || undefined}
          leftSection={<IconRowInsertTop size={16} stroke={1.7} aria-hidden="true" />}
          onClick={() => edits.add(0)}
        >
          {t('mobileConfigs.addAtTop')}
        </Button>
      )}
      {count > 1 && (
        <>
          <Button
            {...button}
            leftSection={<IconChevronsUp size={16} stroke={1.7} aria-hidden="true" />}
            onClick={() => openBlocks.setAllOpen(false)}
          >
            {t('mobileConfigs.collapseAll')}
          </Button>
          <Button
            {...button}
            leftSection={<IconChevronsDown size={16} stroke={1.7} aria-hidden="true" />}
            onClick={() => openBlocks.setAllOpen(true)}
          >
            {t('mobileConfigs.expandAll')}
          </Button>
        </>
      )}
    </div>
  );
}
