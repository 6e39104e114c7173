import '@mantine/core/styles/FloatingIndicator.layer.css';
import '@mantine/core/styles/SegmentedControl.layer.css';
import { Button, SegmentedControl, Title, VisuallyHidden } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconWaveSine } from '@tabler/icons-react';
import { useCallback, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { BackLink } from '#web/core/components/back-link.tsx';
import { useApi } from '#web/core/api/api-context.ts';
import { toApiErrorDetails } from '#web/core/api/api-error.ts';
import { createBookContentApi } from '#web/core/api/book-content-api.ts';
import { useSavedMessage } from '#web/core/components/release/use-release.ts';
import { useAppDispatch } from '#web/core/store/hooks.ts';
import { recordError } from '#web/core/store/record-error.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { useToast } from '#web/ui/use-toast.ts';
import { ChaptersPane } from './chapters/chapters-pane.tsx';
import { ExportDialog } from './export-dialog.tsx';
import { FirstHint } from './first-hint.tsx';
import { KeyboardShortcutsDialog } from './keyboard-shortcuts-dialog.tsx';
import { useContentEditorShortcuts } from './keyboard-shortcuts.ts';
import { timelineOf } from './load-content-editor.ts';
import { PreviewDialog } from './preview/preview-dialog.tsx';
import { createSaver } from './saving/create-saver.ts';
import { AutosaveNotice, useAutosaveRestored } from './saving/autosave-notice.tsx';
import type { ContentEditorAutosave } from './saving/autosaves.ts';
import { EditorNotice } from './saving/editor-notice.tsx';
import { VersionHistoryDialog } from './saving/version-history-dialog.tsx';
import { SaveDialogs } from './saving/save-dialogs.tsx';
import { useAutosave } from './saving/use-autosave.ts';
import { useEditorClaim } from './saving/use-editor-claim.ts';
import { ContentEditorBar, type ContentEditorDialog } from './content-editor-bar.tsx';
import { useBookContent, useContentEditor } from './content-editor-context.ts';
import { TextsPane } from './text/texts-pane.tsx';
import { Transport } from './transport.tsx';
import { useAlign } from './use-align.ts';
import { useOpenedPosition } from './use-opened-position.ts';
import { usePendingAnalyses } from './use-pending-analyses.ts';
import { useValue } from '#web/core/lib/value-store.ts';
import { Waveform } from './waveform/waveform.tsx';
import { createLazyComponent } from '#web/core/lib/lazy-component.tsx';
import classes from './content-editor.module.css';

const SamplePanel = createLazyComponent(async () => (await import('./sample-panel.tsx')).SamplePanel);

export interface ContentEditorProps {
  readonly version: number;
  readonly autosave: ContentEditorAutosave | undefined;
  readonly mayEdit: boolean;
}

function useSaver(version: number) {
  const { t } = useTranslation();
  const contentEditor = useContentEditor();
  const client = useApi();
  const dispatch = useAppDispatch();
  const [saver] = useState(() => {
    const api = createBookContentApi(client, contentEditor.book.id);
    return createSaver({
      contentEditor,
      api,
      version,
      toApiErrorDetails(error) {
        const apiError = toApiErrorDetails(error, t('contentEditor.saveFailed'));
        recordError(dispatch, {
          apiError,
          attempted_action: t('contentEditor.saveFailed'),
          details: {
            cause: error,
            subject: contentEditor.book.name,
          },
        });
        return apiError;
      },
      onStored: (response) => {
        const hasNewAudio = response.chapters.some(
          ({ audio_url: file }) =>
            file && !contentEditor.timeline.get().files.some((audioFile) => audioFile.file === file),
        );
        if (hasNewAudio)
          void api
            .analyses()
            .catch(() => [])
            .then((analyses) => {
              contentEditor.timeline.set(timelineOf(response, analyses));
              contentEditor.view.set((view) => ({ ...view, total: contentEditor.timeline.get().total }));
            });
      },
    });
  });
  return saver;
}

export function ContentEditor({ version, autosave, mayEdit }: ContentEditorProps) {
  const { t } = useTranslation();
  const contentEditor = useContentEditor();
  const toast = useToast();
  const saver = useSaver(version);
  const align = useAlign(saver);
  const claim = useEditorClaim(mayEdit);
  const restoredAutosave = useAutosaveRestored(saver, autosave);
  usePendingAnalyses();
  useAutosave(saver, autosave !== undefined);
  const [opened, setOpened] = useState<ContentEditorDialog>();
  const [isListening, setListening] = useState(!mayEdit);
  const [showsLoudness, setLoudness] = useState(false);
  const hasPosition = useOpenedPosition();
  const [tab, setTab] = useState(hasPosition ? 'text' : 'chapters');
  const isNarrow = useMediaQuery('(max-width: 61.99em)', false, { getInitialValueInEffect: false });
  const { total } = useValue(contentEditor.timeline);
  const isEmpty = useBookContent((bookContent) => bookContent.chapters.length === 0) && total === 0;
  const notice = useValue(contentEditor.notice);
  const savedMessage = useSavedMessage()(t('contentEditor.savedToast'));

  const save = useCallback(async () => {
    if (!saver.isDirty()) return;
    if (await saver.save()) toast('success', savedMessage);
  }, [saver, toast, savedMessage]);
  useContentEditorShortcuts(contentEditor, { onSave: () => void save(), onHelp: () => setOpened('keys') });
  useEffect(() => () => contentEditor.player.close(), [contentEditor]);

  return (
    <div className={classes['contentEditor']} data-has-audio={total > 0}>
      <BackLink to="/books">{t('contentEditor.backToBooks')}</BackLink>
      <header className={classes['header']}>
        <div className={classes['title']}>
          <Title order={1} tabIndex={-1}>
            {contentEditor.book.name}
          </Title>
          <span className={classes['quiet']}>
            {t('contentEditor.heading')} · {contentEditor.book.code}
          </span>
        </div>
        <ContentEditorBar saver={saver} onSave={() => void save()} onOpen={setOpened} mayEdit={mayEdit} />
      </header>
      <SaveDialogs saver={saver} />
      <EditorNotice claim={claim} />
      <AutosaveNotice restored={restoredAutosave} />
      {mayEdit && <FirstHint />}
      {isEmpty ? (
        <EmptyState
          icon={<IconWaveSine size={32} stroke={1.3} />}
          title={t('contentEditor.emptyTitle')}
          text={t('contentEditor.emptyText')}
        >
          <Button component={Link} to="/imports" size="xs">
            {t('contentEditor.toImport')}
          </Button>
          {mayEdit && (
            <Button variant="default" size="xs" onClick={contentEditor.add}>
              {t('contentEditor.addChapter')}
            </Button>
          )}
        </EmptyState>
      ) : (
        <>
          {total > 0 && (
            <div className={classes['audio']}>
              <Waveform showsLoudness={showsLoudness} />
              <Transport showsLoudness={showsLoudness} onLoudness={() => setLoudness((before) => !before)} />
            </div>
          )}
          {opened === 'sample' && <SamplePanel saver={saver} onClose={() => setOpened(undefined)} />}
          {isNarrow && (
            <SegmentedControl
              fullWidth
              aria-label={t('contentEditor.tabs')}
              value={tab}
              onChange={setTab}
              data={[
                { value: 'chapters', label: t('contentEditor.chapters') },
                { value: 'text', label: t('contentEditor.text') },
              ]}
            />
          )}
          <div className={classes['panes']}>
            {(!isNarrow || tab === 'chapters') && <ChaptersPane />}
            {(!isNarrow || tab === 'text') && (
              <TextsPane align={align} isListening={isListening} onListening={setListening} />
            )}
          </div>
        </>
      )}
      {/* The rejected action with its reason. */}
      <output className={classes['notice']} data-empty={notice === ''}>
        {notice}
      </output>
      <VisuallyHidden>{t('contentEditor.snapHint')}</VisuallyHidden>
      {opened === 'keys' && <KeyboardShortcutsDialog onClose={() => setOpened(undefined)} />}
      {opened === 'revisions' && <VersionHistoryDialog onClose={() => setOpened(undefined)} />}
      {opened === 'export' && <ExportDialog saver={saver} onClose={() => setOpened(undefined)} />}
      {opened === 'preview' && <PreviewDialog onClose={() => setOpened(undefined)} />}
    </div>
  );
}
