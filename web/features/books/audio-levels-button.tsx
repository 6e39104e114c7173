import { Button } from '@mantine/core';
import { IconVolume } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Book } from '#contract/books/books';
import { createLazyComponent } from '#web/core/lib/lazy-component.tsx';

const AudioLevelsDialog = createLazyComponent(
  async () => (await import('./audio-levels-dialog.tsx')).AudioLevelsDialog,
);

/** Opens the levels of the audio files of a book. Hidden for books without audio. */
export function AudioLevelsButton({ book }: { readonly book: Book }) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  const [wasOpened, setOpened] = useState(false);
  if (!book.audio_url && !book.chapters?.some(({ track_url }) => track_url)) return null;
  return (
    <>
      <Button
        size="xs"
        variant="default"
        leftSection={<IconVolume size={14} aria-hidden="true" />}
        aria-haspopup="dialog"
        onClick={() => {
          setOpened(true);
          setOpen(true);
        }}
      >
        {t('audioLevels.open')}
      </Button>
      {wasOpened && <AudioLevelsDialog book={book} isOpen={isOpen} onClose={() => setOpen(false)} />}
    </>
  );
}
