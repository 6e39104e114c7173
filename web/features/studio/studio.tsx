import { Anchor, Button, SegmentedControl, Title, VisuallyHidden } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconArrowLeft, IconWaveSine } from '@tabler/icons-react';
import { useCallback, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useApi } from '../../api/api-context.ts';
import { toFailure } from '../../api/api-error.ts';
import { createInsideApi } from '../../api/inside-api.ts';
import { useAppDispatch } from '../../store/hooks.ts';
import { noteFailure } from '../../store/note-failure.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { useToast } from '../../ui/use-toast.ts';
import { ChaptersPane } from './chapters/chapters-pane.tsx';
import { ExportDialog } from './export-dialog.tsx';
import { FirstHint } from './first-hint.tsx';
import { KeysDialog } from './keys-dialog.tsx';
import { useStudioKeys } from './keys.ts';
import { timelineOf } from './load-studio.ts';
import { PreviewDialog } from './preview/preview-dialog.tsx';
import { createSaver } from './saving/create-saver.ts';
import { DraftNotice, useDraftRestored } from './saving/draft-notice.tsx';
import type { StudioDraft } from './saving/drafts.ts';
import { EditorNotice } from './saving/editor-notice.tsx';
import { RevisionsDialog } from './saving/revisions-dialog.tsx';
import { SaveDialogs } from './saving/save-dialogs.tsx';
import { useDraftKeeping } from './saving/use-draft-keeping.ts';
import { useEditorClaim } from './saving/use-editor-claim.ts';
import { StudioBar, type StudioDialog } from './studio-bar.tsx';
import { useInside, useStudio } from './studio-context.ts';
import { TextsPane } from './text/texts-pane.tsx';
import { Transport } from './transport.tsx';
import { useAlign } from './use-align.ts';
import { useLateScans } from './use-late-scans.ts';
import { useValue } from './value-store.ts';
import { Waveform } from './waveform/waveform.tsx';
import classes from './studio.module.css';

export interface StudioProps {
  readonly version: number;
  readonly draft: StudioDraft | undefined;
  readonly mayEdit: boolean;
}

function useSaver(version: number) {
  const { t } = useTranslation();
  const studio = useStudio();
  const client = useApi();
  const dispatch = useAppDispatch();
  const [saver] = useState(() => {
    const api = createInsideApi(client, studio.book.id);
    return createSaver({
      studio,
      api,
      version,
      toFailure(error) {
        const failure = toFailure(error, t('studio.saveFailed'));
        noteFailure(dispatch, failure, t('studio.saveFailed'), { cause: error, subject: studio.book.name });
        return failure;
      },
      onStored: (answer) => {
        const hasNewSound = answer.chapters.some(
          ({ audio_url: file }) => file && !studio.timeline.get().files.some((one) => one.file === file),
        );
        if (hasNewSound)
          void api
            .scans()
            .catch(() => [])
            .then((scans) => {
              studio.timeline.set(timelineOf(answer, scans));
              studio.view.set((view) => ({ ...view, total: studio.timeline.get().total }));
            });
      },
    });
  });
  return saver;
}

export function Studio({ version, draft, mayEdit }: StudioProps) {
  const { t } = useTranslation();
  const studio = useStudio();
  const toast = useToast();
  const saver = useSaver(version);
  const align = useAlign(saver);
  const claim = useEditorClaim(mayEdit);
  const restored = useDraftRestored(saver, draft);
  useLateScans();
  useDraftKeeping(saver, draft !== undefined);
  const [opened, setOpened] = useState<StudioDialog>();
  const [isListening, setListening] = useState(!mayEdit);
  const [showsLoudness, setLoudness] = useState(false);
  const [tab, setTab] = useState('chapters');
  const isNarrow = useMediaQuery('(max-width: 61.99em)', false, { getInitialValueInEffect: false });
  const { total } = useValue(studio.timeline);
  const isEmpty = useInside((inside) => inside.chapters.length === 0) && total === 0;
  const notice = useValue(studio.notice);

  const save = useCallback(async () => {
    if (!saver.isDirty()) return;
    if (await saver.save()) toast('success', t('studio.savedToast'));
  }, [saver, toast, t]);
  useStudioKeys(studio, { onSave: () => void save(), onHelp: () => setOpened('keys') });
  useEffect(() => () => studio.player.close(), [studio]);

  return (
    <div className={classes['studio']} data-has-sound={total > 0}>
      <Anchor component={Link} to="/books" className={classes['back'] ?? ''}>
        <IconArrowLeft size={16} aria-hidden="true" /> {t('studio.backToBooks')}
      </Anchor>
      <header className={classes['header']}>
        <div className={classes['title']}>
          <Title order={1} tabIndex={-1}>
            {studio.book.name}
          </Title>
          <span className={classes['quiet']}>
            {t('studio.heading')} · {studio.book.code}
          </span>
        </div>
        <StudioBar saver={saver} onSave={() => void save()} onOpen={setOpened} mayEdit={mayEdit} />
      </header>
      <SaveDialogs saver={saver} />
      <EditorNotice claim={claim} />
      <DraftNotice restored={restored} />
      {mayEdit && <FirstHint />}
      {isEmpty ? (
        <EmptyState
          icon={<IconWaveSine size={32} stroke={1.3} />}
          title={t('studio.emptyTitle')}
          text={t('studio.emptyText')}
        >
          <Button component={Link} to="/imports" size="xs">
            {t('studio.toImport')}
          </Button>
          {mayEdit && (
            <Button variant="default" size="xs" onClick={studio.add}>
              {t('studio.addChapter')}
            </Button>
          )}
        </EmptyState>
      ) : (
        <>
          {total > 0 && (
            <div className={classes['sound']}>
              <Waveform showsLoudness={showsLoudness} />
              <Transport showsLoudness={showsLoudness} onLoudness={() => setLoudness((before) => !before)} />
            </div>
          )}
          {isNarrow && (
            <SegmentedControl
              fullWidth
              aria-label={t('studio.tabs')}
              value={tab}
              onChange={setTab}
              data={[
                { value: 'chapters', label: t('studio.chapters') },
                { value: 'text', label: t('studio.text') },
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
      {/* What was refused, and why. */}
      <output className={classes['notice']} data-empty={notice === ''}>
        {notice}
      </output>
      <VisuallyHidden>{t('studio.snapHint')}</VisuallyHidden>
      {opened === 'keys' && <KeysDialog onClose={() => setOpened(undefined)} />}
      {opened === 'revisions' && <RevisionsDialog onClose={() => setOpened(undefined)} />}
      {opened === 'export' && <ExportDialog saver={saver} onClose={() => setOpened(undefined)} />}
      {opened === 'preview' && <PreviewDialog onClose={() => setOpened(undefined)} />}
    </div>
  );
}
