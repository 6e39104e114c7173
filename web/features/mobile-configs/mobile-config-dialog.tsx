import { Button, Checkbox, Group, Stack, Text, TextInput, Title, VisuallyHidden } from '@mantine/core';
import { IconPlus, IconRowInsertTop } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { MobileConfig } from '#contract/mobile-configs/mobile-configs';
import { mobileConfigsSlice } from './mobile-configs.slice.ts';
import { FormActions } from '#web/ui/form-actions.tsx';
import { SaveConfirmation, useSaveConfirmation } from '#web/ui/save-confirmation.tsx';
import { EditorAlert } from '#web/core/components/editor-alert.tsx';
import { EditorDialog, type EditorForm, type EditorTarget } from '#web/core/components/editor-dialog.tsx';
import { useCategoryOptions } from '#web/core/components/use-category-options.ts';
import { useEditor } from '#web/core/components/use-editor.ts';
import { BlockEditor } from './block-editor.tsx';
import {
  type FormBlock,
  fieldOf,
  newBlock,
  selectedOf,
  swapEntries,
  titleFieldOf,
  toPayload,
  toValues,
} from './config-blocks.ts';
import classes from './config-blocks.module.css';
import { HomePreview } from './home-preview.tsx';
import { type HomePreviewRequest, toPreviewRequest } from './request-home-preview.ts';
import { useBlockAnchor } from './use-block-anchor.ts';
import { useHomePreview } from './use-home-preview.ts';
import { useSetToMain } from './use-set-to-main.ts';

export interface MobileConfigDialogProps {
  /** The dialog is closed while this is undefined. Each new object opens it with a new form. */
  readonly target: EditorTarget<MobileConfig> | undefined;
  readonly onClose: () => void;
  readonly onSaved: (isNew: boolean) => void;
  /** Receives the content of the saved home screen. */
  readonly onContentSaved: (content: HomePreviewRequest) => void;
}

export function MobileConfigDialog({ target, onClose, onSaved, onContentSaved }: MobileConfigDialogProps) {
  const { t } = useTranslation();
  return (
    <EditorDialog
      target={target}
      title={(isNew) => t(isNew ? 'mobileConfigs.createTitle' : 'mobileConfigs.editTitle')}
      size="72rem"
      onClose={onClose}
      onSaved={onSaved}
    >
      {(form) => <MobileConfigForm form={form} onContentSaved={onContentSaved} />}
    </EditorDialog>
  );
}

interface MobileConfigFormProps extends Partial<Pick<MobileConfigDialogProps, 'onContentSaved'>> {
  readonly form: EditorForm<MobileConfig>;
}

export function MobileConfigForm({ form, onContentSaved }: MobileConfigFormProps) {
  const { item: config } = form;
  const { t } = useTranslation();
  const options = useCategoryOptions();
  const { formRef, ...editor } = useEditor(mobileConfigsSlice, form, {
    initial: toValues,
    fieldOf,
    partOf: (field, { config: blocks }) => {
      const index = blocks.findIndex((block) => titleFieldOf(block) === field);
      return index < 0 ? undefined : t('mobileConfigs.block', { number: index + 1 });
    },
  });
  const { values, errors, saving } = editor;
  const blocks = values.config;
  const confirmation = useSaveConfirmation();
  const preview = useHomePreview(values);
  const { setToMain, isBusy } = useSetToMain(preview.refetch);

  // The added or moved block, or the one after a removed block, is focused, so that the next key applies there.
  const [focused, setFocused] = useState<{ key: string | undefined; step?: 1 | -1 }>();
  const [moved, setMoved] = useState('');
  const addButton = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (!focused) return;
    const { key, step } = focused;
    const find = (selector: string) =>
      formRef.current?.querySelector<HTMLElement>(`[data-block="${key}"] ${selector}`);
    (find(`[data-move="${step}"]:enabled`) ?? find('h3') ?? addButton.current)?.focus();
  }, [focused, formRef]);

  useBlockAnchor();

  const changeBlocks = (next: readonly FormBlock[]) => editor.set('config', next);
  const changeBlock = (index: number, block: FormBlock) => {
    editor.update('config', (before) => before.with(index, block));
    editor.mark(titleFieldOf(block));
  };
  const add = (index: number) => {
    const block = newBlock();
    changeBlocks(blocks.toSpliced(index, 0, block));
    setFocused({ key: block.key });
  };
  const remove = (index: number) => {
    changeBlocks(blocks.toSpliced(index, 1));
    const removed = blocks[index];
    if (removed) editor.mark(titleFieldOf(removed));
    setFocused({ key: (blocks[index + 1] ?? blocks[index - 1])?.key });
  };
  const move = (index: number, step: 1 | -1) => {
    changeBlocks(swapEntries(blocks, index, step));
    setFocused({ key: blocks[index]?.key, step });
    setMoved(t('mobileConfigs.blockMoved', { position: index + step + 1, count: blocks.length }));
  };

  const emptyBlocks = blocks.flatMap((block, index) =>
    selectedOf(block).length > 0 ? [] : [t('mobileConfigs.block', { number: index + 1 })],
  );
  const submit = async () => {
    const confirmSave = emptyBlocks.length === 0 ? undefined : confirmation.confirmSave;
    const isSaved = await editor.submit(toPayload(values), {}, confirmSave);
    if (isSaved) onContentSaved?.(toPreviewRequest(values));
  };

  return (
    <form
      ref={formRef}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <Stack gap="sm">
        <EditorAlert editor={editor} />
        <VisuallyHidden component="output">{moved}</VisuallyHidden>
        <div className={classes['columns']}>
          <fieldset className={classes['blocks']} disabled={saving !== undefined}>
            <TextInput
              {...editor.text('title')}
              label={t('mobileConfigs.title')}
              withAsterisk
              data-autofocus
            />
            <Checkbox
              label={t('mobileConfigs.isMain')}
              checked={values.is_main_service}
              onChange={({ currentTarget: { checked } }) => editor.set('is_main_service', checked)}
            />
            <Title order={2} size="h3" mt="xs">
              {t('mobileConfigs.blocks')}
            </Title>
            {blocks.length === 0 ? (
              <Text c="dimmed">{t('mobileConfigs.noBlocks')}</Text>
            ) : (
              <Group>
                <Button
                  variant="subtle"
                  size="compact-sm"
                  style={{ minHeight: 'var(--lectern-target)' }}
                  leftSection={<IconRowInsertTop size={16} stroke={1.7} aria-hidden="true" />}
                  onClick={() => add(0)}
                >
                  {t('mobileConfigs.addAtTop')}
                </Button>
              </Group>
            )}
            {blocks.map((block, index) => (
              <BlockEditor
                key={block.key}
                block={block}
                index={index}
                count={blocks.length}
                options={options}
                titleError={errors[titleFieldOf(block)]}
                warnings={{
                  issues: preview.ofBlock(block)?.issues ?? [],
                  onSetToMain: setToMain,
                  isBusy,
                }}
                onChange={(next) => changeBlock(index, next)}
                onMove={(step) => move(index, step)}
                onRemove={() => remove(index)}
                onAddAfter={() => add(index + 1)}
              />
            ))}
            <Group>
              <Button
                ref={addButton}
                variant="default"
                leftSection={<IconPlus size={16} />}
                onClick={() => add(blocks.length)}
              >
                {t('mobileConfigs.addBlock')}
              </Button>
            </Group>
          </fieldset>
          <HomePreview blocks={blocks} preview={preview} />
        </div>
        <FormActions
          saving={saving}
          status={editor.status}
          submit={t(config ? 'mobileConfigs.update' : 'mobileConfigs.create')}
          busy={t('mobileConfigs.saving')}
          onCancel={editor.cancel}
        />
        <SaveConfirmation
          {...confirmation.props}
          title={t('mobileConfigs.emptyTitleOfSave')}
          text={t('mobileConfigs.emptyTextOfSave', {
            blocks: emptyBlocks.join(', '),
            count: emptyBlocks.length,
          })}
        />
      </Stack>
    </form>
  );
}
