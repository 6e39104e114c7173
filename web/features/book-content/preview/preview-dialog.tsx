import { Button, Modal } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { IconAction } from '#web/ui/icon-action.tsx';
import { PhoneFrame } from '#web/ui/phone-frame.tsx';
import { chapterOf } from '../model/book-content.ts';
import { useBookContent, useContentEditor } from '../content-editor-context.ts';
import { Sentences } from '../text/sentences.tsx';
import { useValue } from '#web/core/lib/value-store.ts';
import classes from './preview.module.css';

/** A preview of the selected chapter in an app. The sentence that is played is highlighted. */
export function PreviewDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation();
  const contentEditor = useContentEditor();
  const chosenChapter = useValue(contentEditor.chosen);
  const chapter = useBookContent((bookContent) => chapterOf(bookContent, chosenChapter));
  const page = useRef<HTMLDivElement>(null);
  useScrollWithReading(page);
  // Playback started here ends with the dialog.
  useEffect(() => () => contentEditor.player.pause(), [contentEditor]);
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('contentEditor.preview')}
      size="md"
      closeButtonProps={{ 'aria-label': t('ui.close') }}
    >
      <PhoneFrame note={t('contentEditor.previewNote')} label={t('contentEditor.previewScreen')}>
        <div ref={page} key={chosenChapter} className={classes['page']}>
          <p className={classes['book']}>{contentEditor.book.name}</p>
          <h2 className={classes['chapter']}>{chapter?.name ?? ''}</h2>
          {chapter?.paragraphs.length === 0 && (
            <p className={classes['book']}>{t('contentEditor.previewEmpty')}</p>
          )}
          {chapter?.paragraphs.map((paragraph) => (
            <Sentences key={paragraph.key} chapter={chapter.key} paragraph={paragraph} isPlain />
          ))}
        </div>
      </PhoneFrame>
      <PreviewBar />
    </Modal>
  );
}

/** Scrolls to the highlighted sentence. */
function useScrollWithReading(page: React.RefObject<HTMLElement | null>): void {
  const { played } = useContentEditor();
  useEffect(
    () =>
      played.subscribe(() =>
        // Runs after the sentence is highlighted.
        requestAnimationFrame(() =>
          page.current?.querySelector('[data-lit="true"]')?.scrollIntoView?.({ block: 'nearest' }),
        ),
      ),
    [played, page],
  );
}

function PreviewBar() {
  const { t } = useTranslation();
  const contentEditor = useContentEditor();
  const chosenChapter = useValue(contentEditor.chosen);
  const isPlaying = useValue(contentEditor.player.isPlaying);
  const chapters = useBookContent((bookContent) => bookContent.chapters);
  const chapterIndex = chapters.findIndex(({ key }) => key === chosenChapter);
  const position = chosenChapter === undefined ? undefined : contentEditor.positionOf(chosenChapter);
  const goTo = (index: number) => {
    const key = chapters[index]?.key;
    if (key === undefined) return;
    contentEditor.player.pause();
    contentEditor.goToChapter(key);
  };
  const toggle = () => {
    if (!position) return;
    const now = contentEditor.player.time.get();
    const isInside = now > position.start && now < position.end - 0.1;
    if (isPlaying) contentEditor.player.pause();
    else contentEditor.player.play(isInside ? now : position.start, position.end);
  };
  return (
    <div className={classes['bar']}>
      <IconAction
        label={t('contentEditor.previousChapter')}
        icon={<IconChevronLeft size={18} stroke={1.8} />}
        disabled={chapterIndex <= 0}
        onClick={() => goTo(chapterIndex - 1)}
      />
      <Button fullWidth disabled={!position} onClick={toggle}>
        {t(isPlaying ? 'contentEditor.pause' : 'contentEditor.play')}
      </Button>
      <IconAction
        label={t('contentEditor.nextChapter')}
        icon={<IconChevronRight size={18} stroke={1.8} />}
        disabled={chapterIndex < 0 || chapterIndex >= chapters.length - 1}
        onClick={() => goTo(chapterIndex + 1)}
      />
    </div>
  );
}
