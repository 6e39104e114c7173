import { Button, Group } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AudioPlayer } from '#web/ui/audio-player.tsx';
import { type Chapters, shiftTexts } from './chapter-edits.ts';
import type { ChapterRowProps } from './chapter-row-props.ts';
import { ChapterTexts } from './chapter-texts.tsx';
import classes from './proposal-chapters.module.css';
import { PairingDialog } from './pairing-dialog.tsx';
import { audioUrl } from './audio-url.ts';
import { SplitDialog } from './split-dialog.tsx';

/** The details of a chapter: its audio, its texts and further actions. */
export function ChapterDetails({ proposal, chapter, name, position, actions }: ChapterRowProps) {
  const { t } = useTranslation();
  const [dialog, setDialog] = useState<'split' | 'pair'>();
  const { id, audio, texts } = chapter;
  const url = audioUrl(proposal.files, audio);
  const close = () => setDialog(undefined);
  const change = (update: (chapters: Chapters) => Chapters) => {
    close();
    actions.change(update);
  };
  const hasTexts = proposal.texts.length > 0;
  return (
    <section
      className={classes['details']}
      aria-label={t('imports.chapterDetails', { number: position.index + 1 })}
    >
      {url !== undefined && (
        <AudioPlayer src={url} label={t('imports.chapterAudio', { name })} preload="none" />
      )}
      <Group gap="xs">
        <Button size="compact-sm" variant="default" onClick={() => setDialog('split')}>
          {t('imports.split')}
        </Button>
        <Button size="compact-sm" variant="default" onClick={() => setDialog('pair')}>
          {t('imports.change')}
        </Button>
        {hasTexts && (
          <>
            <Button
              size="compact-sm"
              variant="default"
              onClick={() => actions.change((before) => shiftTexts(before, id, 1))}
            >
              {t('imports.textsDown')}
            </Button>
            <Button
              size="compact-sm"
              variant="default"
              disabled={position.index === 0}
              onClick={() => actions.change((before) => shiftTexts(before, id, -1))}
            >
              {t('imports.textsUp')}
            </Button>
          </>
        )}
      </Group>
      {texts.length > 0 && <ChapterTexts importId={proposal.id} texts={texts} name={name} />}
      <SplitDialog
        isOpen={dialog === 'split'}
        proposal={proposal}
        chapter={chapter}
        name={name}
        onClose={close}
        onSplit={change}
      />
      <PairingDialog
        isOpen={dialog === 'pair'}
        proposal={proposal}
        chapter={chapter}
        name={name}
        onClose={close}
        onPair={change}
      />
    </section>
  );
}
