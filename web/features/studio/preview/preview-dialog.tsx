import { Button, Modal } from '@mantine/core';
import { useTranslation } from 'react-i18next';
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
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('studio.preview')}
      size="md"
      closeButtonProps={{ 'aria-label': t('ui.close') }}
    >
      <PhoneFrame note={t('studio.previewNote')} label={t('studio.previewScreen')}>
        <div className={classes['page']}>
          <p className={classes['book']}>{studio.book.name}</p>
          <h2 className={classes['chapter']}>{chapter?.name ?? ''}</h2>
          {chapter?.paragraphs.length === 0 && <p className={classes['book']}>{t('studio.previewEmpty')}</p>}
          {chapter?.paragraphs.map((paragraph) => (
            <Sentences key={paragraph.key} chapter={chapter.key} paragraph={paragraph} />
          ))}
        </div>
      </PhoneFrame>
      <PreviewPlay />
    </Modal>
  );
}

function PreviewPlay() {
  const { t } = useTranslation();
  const studio = useStudio();
  const chosen = useValue(studio.chosen);
  const isPlaying = useValue(studio.player.isPlaying);
  const place = chosen === undefined ? undefined : studio.placeOf(chosen);
  if (!place) return null;
  const toggle = () => (isPlaying ? studio.player.pause() : studio.player.play(place.start, place.end));
  return (
    <Button fullWidth mt="sm" onClick={toggle}>
      {t(isPlaying ? 'studio.pause' : 'studio.play')}
    </Button>
  );
}
