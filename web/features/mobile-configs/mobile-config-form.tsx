import '@mantine/core/styles/SegmentedControl.layer.css';
import { Checkbox, SegmentedControl, TextInput, VisuallyHidden } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useContext, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { MobileConfig } from '#contract/mobile-configs/mobile-configs';
import { EditorAlert } from '#web/core/components/editor-alert.tsx';
import type { EditorForm } from '#web/core/components/editor-dialog.tsx';
import { useCategoryOptions } from '#web/core/components/use-category-options.ts';
import { useEditor } from '#web/core/components/use-editor.ts';
import { FormActions } from '#web/ui/form-actions.tsx';
import { FormContainerContext } from '#web/ui/form-container.ts';
import { SaveConfirmation, useSaveConfirmation } from '#web/ui/save-confirmation.tsx';
import { BlockList } from './block-list.tsx';
import { fieldOf, selectedOf, titleFieldOf, toPayload, toValues } from './config-blocks.ts';
import classes from './config-blocks.module.css';
import { HomePreview } from './home-preview.tsx';
import { mobileConfigsSlice } from './mobile-configs.slice.ts';
import { type HomePreviewRequest, toPreviewRequest } from './request-home-preview.ts';
import { SharePreview } from './share-preview.tsx';
import { useBlockAnchor } from './use-block-anchor.ts';
import { useBlockEdits } from './use-block-edits.ts';
import { useBlockSelection } from './use-block-selection.ts';
import { useOpenBlocks } from './use-open-blocks.ts';
import { useSetToMain } from './use-set-to-main.ts';
import { useViewedPreview } from './use-viewed-preview.ts';

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
    sectionOf: (field, { config: blocks }) => {
      const index = blocks.findIndex((block) => titleFieldOf(block) === field);
      return index < 0 ? undefined : t('mobileConfigs.block', { number: index + 1 });
    },
  });
  const { values, errors, saving } = editor;
  const blocks = values.config;
  const confirmation = useSaveConfirmation();
  const preview = useViewedPreview(values);
  const setToMain = useSetToMain(preview.refetch);
  const [attempts, setAttempts] = useState(0);
  const openBlocks = useOpenBlocks({
    blocks,
    isInvalid: (block) => errors[titleFieldOf(block)] !== undefined,
    attempts,
  });
  const edits = useBlockEdits({ editor, formRef, openBlocks });
  useBlockAnchor(blocks, openBlocks);
  const isBeside = useMediaQuery('(min-width: 62em)', true, { getInitialValueInEffect: false });
  const [tab, setTab] = useState<string>('blocks');
  const showsBlocks = isBeside || tab === 'blocks';
  const screenRef = useRef<HTMLElement>(null);
  const selectedKey = useBlockSelection({
    formRef,
    screenRef,
    openBlocks,
    onShowBlocks: () => setTab('blocks'),
  });
  // The most frequent edit of an existing home screen is a new block at the top.
  const [focusesBlocks] = useState(config !== undefined && blocks.length > 0);

  const emptyBlocks = blocks.flatMap((block, index) =>
    selectedOf(block).length > 0 ? [] : [t('mobileConfigs.block', { number: index + 1 })],
  );
  const submit = async () => {
    setAttempts(attempts + 1);
    setTab('blocks');
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
      {!isBeside && (
        <div className={classes['tabs']} data-sticks="top">
          <SegmentedControl
            fullWidth
            className={classes['switch'] ?? ''}
            aria-label={t('mobileConfigs.editorView')}
            value={tab}
            onChange={setTab}
            data={[
              { value: 'blocks', label: t('mobileConfigs.viewBlocks') },
              { value: 'preview', label: t('mobileConfigs.preview') },
            ]}
          />
        </div>
      )}
      <div className={classes['columns']}>
        <div className={classes['pane']} data-pane>
          <EditorAlert editor={editor} />
          <fieldset className={classes['blocks']} disabled={saving !== undefined} hidden={!showsBlocks}>
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
              preview={preview.own}
              setToMain={setToMain}
              edits={edits}
              openBlocks={openBlocks}
              selectedKey={selectedKey}
              takesFocus={focusesBlocks}
            />
          </fieldset>
        </div>
        {(isBeside || tab === 'preview') && (
          <HomePreview
            blocks={blocks}
            preview={preview.viewed}
            view={preview.view}
            showsHiddenContent={!preview.isOfForm}
            selectedKey={selectedKey}
            screenRef={screenRef}
            actions={
              <SharePreview
                content={{ ...values, is_main_service: preview.view.isMain }}
                language={preview.view.language || undefined}
                country={preview.view.country || undefined}
              />
            }
            isBeside={isBeside}
          />
        )}
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
