import { Checkbox, TextInput, VisuallyHidden } from '@mantine/core';
import { useContext, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { MobileConfig } from '#contract/mobile-configs/mobile-configs';
import { EditorAlert } from '#web/core/components/editor-alert.tsx';
import type { EditorForm } from '#web/core/components/editor-dialog.tsx';
import { useCategoryOptions } from '#web/core/components/use-category-options.ts';
import { useEditor } from '#web/core/components/use-editor.ts';
import { FormActions } from '#web/ui/form-actions.tsx';
import { FormContainerContext } from '#web/ui/form-place.ts';
import { SaveConfirmation, useSaveConfirmation } from '#web/ui/save-confirmation.tsx';
import { BlockList } from './block-list.tsx';
import { fieldOf, selectedOf, titleFieldOf, toPayload, toValues } from './config-blocks.ts';
import classes from './config-blocks.module.css';
import { HomePreview } from './home-preview.tsx';
import { mobileConfigsSlice } from './mobile-configs.slice.ts';
import { type HomePreviewRequest, toPreviewRequest } from './request-home-preview.ts';
import { useBlockAnchor } from './use-block-anchor.ts';
import { useBlockEdits } from './use-block-edits.ts';
import { useHomePreview } from './use-home-preview.ts';
import { useOpenBlocks } from './use-open-blocks.ts';
import { useSetToMain } from './use-set-to-main.ts';

export interface MobileConfigFormProps {
  readonly form: EditorForm<MobileConfig>;
  /** Receives the content of the saved home screen. */
  readonly onContentSaved?: (content: HomePreviewRequest) => void;
}

/** The editor of a home screen: its blocks, and a preview beside them. In a dialog it fills the window. */
export function MobileConfigForm({ form, onContentSaved }: MobileConfigFormProps) {
  const { item: config } = form;
  const { t } = useTranslation();
  const { isPage } = useContext(FormContainerContext);
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
  const setToMain = useSetToMain(preview.refetch);
  const [attempts, setAttempts] = useState(0);
  const openBlocks = useOpenBlocks({
    blocks,
    isInvalid: (block) => errors[titleFieldOf(block)] !== undefined,
    attempts,
  });
  const edits = useBlockEdits({ editor, formRef, openBlocks });
  useBlockAnchor(blocks, openBlocks);
  // The most frequent edit of an existing home screen is a new block at the top.
  const [focusesBlocks] = useState(config !== undefined && blocks.length > 0);

  const emptyBlocks = blocks.flatMap((block, index) =>
    selectedOf(block).length > 0 ? [] : [t('mobileConfigs.block', { number: index + 1 })],
  );
  const submit = async () => {
    setAttempts(attempts + 1);
    const confirmSave = emptyBlocks.length === 0 ? undefined : confirmation.confirmSave;
    const isSaved = await editor.submit(toPayload(values), {}, confirmSave);
    if (isSaved) onContentSaved?.(toPreviewRequest(values));
  };

  return (
    <form
      ref={formRef}
      className={classes['form']}
      data-container={isPage ? 'page' : 'dialog'}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <VisuallyHidden component="output">{edits.announcement}</VisuallyHidden>
      <div className={classes['columns']}>
        <div className={classes['pane']} data-pane>
          <EditorAlert editor={editor} />
          <fieldset className={classes['blocks']} disabled={saving !== undefined}>
            <TextInput
              {...editor.text('title')}
              label={t('mobileConfigs.title')}
              withAsterisk
              data-autofocus={!focusesBlocks || undefined}
            />
            <Checkbox
              label={t('mobileConfigs.isMain')}
              checked={values.is_main_service}
              onChange={({ currentTarget: { checked } }) => editor.set('is_main_service', checked)}
            />
            <BlockList
              blocks={blocks}
              errors={errors}
              options={options}
              preview={preview}
              setToMain={setToMain}
              edits={edits}
              openBlocks={openBlocks}
              takesFocus={focusesBlocks}
            />
          </fieldset>
        </div>
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
    </form>
  );
}
