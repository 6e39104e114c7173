import { Button, Modal } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { IconAction } from '../../../ui/icon-action.tsx';
import { PhoneFrame } from '../../../ui/phone-frame.tsx';
import { chapterOf } from '../model/inside.ts';
import { useInside, useStudio } from '../studio-context.ts';
import { Sentences } from '../text/sentences.tsx';
import { useValue } from '../value-store.ts';
import classes from './preview.module.css';

/** The chosen chapter as an app could show it, the sentence lit while it is read. */
export function PreviewDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation();
  const studio = useStudio();
  const chosen = useValue(studio.chosen);
  const chapter = useInside((inside) => chapterOf(inside, chosen));
  const page = useRef<HTMLDivElement>(null);
  useScrollWithReading(page);
  // What is begun here is heard here.
  useEffect(() => () => studio.player.pause(), [studio]);
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('studio.preview')}
      size="md"
      closeButtonProps={{ 'aria-label': t('ui.close') }}
    >
      <PhoneFrame note={t('studio.previewNote')} label={t('studio.previewScreen')}>
        <div ref={page} key={chosen} className={classes['page']}>
          <p className={classes['book']}>{studio.book.name}</p>
          <h2 className={classes['chapter']}>{chapter?.name ?? ''}</h2>
          {chapter?.paragraphs.length === 0 && <p className={classes['book']}>{t('studio.previewEmpty')}</p>}
          {chapter?.paragraphs.map((paragraph) => (
            <Sentences key={paragraph.key} chapter={chapter.key} paragraph={paragraph} isPlain />
          ))}
        </div>
      </PhoneFrame>
      <PreviewBar />
    </Modal>
  );
}

/** Keeps the lit sentence in sight. */
function useScrollWithReading(page: React.RefObject<HTMLElement | null>): void {
  const { heard } = useStudio();
  useEffect(
    () =>
      heard.subscribe(() =>
        // After the sentence was lit.
        requestAnimationFrame(() =>
          page.current?.querySelector('[data-lit="true"]')?.scrollIntoView?.({ block: 'nearest' }),
        ),
      ),
    [heard, page],
  );
}

function PreviewBar() {
  const { t } = useTranslation();
  const studio = useStudio();
  const chosen = useValue(studio.chosen);
  const isPlaying = useValue(studio.player.isPlaying);
  const chapters = useInside((inside) => inside.chapters);
  const at = chapters.findIndex(({ key }) => key === chosen);
  const place = chosen === undefined ? undefined : studio.placeOf(chosen);
  const goTo = (index: number) => {
    const key = chapters[index]?.key;
    if (key === undefined) return;
    studio.player.pause();
    studio.goToChapter(key);
  };
  const toggle = () => {
    if (!place) return;
    const now = studio.player.time.get();
    const isInside = now > place.start && now < place.end - 0.1;
    if (isPlaying) studio.player.pause();
    else studio.player.play(isInside ? now : place.start, place.end);
  };
  return (
    <div className={classes['bar']}>
      <IconAction
        label={t('studio.previousChapter')}
        icon={<IconChevronLeft size={18} stroke={1.8} />}
        disabled={at <= 0}
        onClick={() => goTo(at - 1)}
      />
      <Button fullWidth disabled={!place} onClick={toggle}>
        {t(isPlaying ? 'studio.pause' : 'studio.play')}
      </Button>
      <IconAction
        label={t('studio.nextChapter')}
        icon={<IconChevronRight size={18} stroke={1.8} />}
        disabled={at < 0 || at >= chapters.length - 1}
        onClick={() => goTo(at + 1)}
      />
    </div>
  );
}
