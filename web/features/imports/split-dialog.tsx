import '@mantine/core/styles/Radio.layer.css';
import { Button, Group, Modal, Radio, TextInput } from '@mantine/core';
import { type FormEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ImportProposal } from '#contract/imports/import-proposal';
import { limits } from '#contract/core/limits';
import { readClock, toShortClock } from '#web/core/lib/clock.ts';
import { useBackButton } from '#web/core/lib/use-back-button.ts';
import { AudioPlayer } from '#web/ui/audio-player.tsx';
import { type Chapters, split } from './chapter-edits.ts';
import { ChapterTexts } from './chapter-texts.tsx';
import classes from './proposal-chapters.module.css';
import type { ChapterValues } from './proposal-values.ts';
import { audioUrl } from './audio-url.ts';

export interface SplitDialogProps {
  readonly isOpen: boolean;
  readonly proposal: ImportProposal;
  readonly chapter: ChapterValues;
  readonly name: string;
  readonly onClose: () => void;
  readonly onSplit: (update: (chapters: Chapters) => Chapters) => void;
}

/** Splits a chapter at a time of its audio and before one of its paragraphs. */
export function SplitDialog(props: SplitDialogProps) {
  const { isOpen, name, onClose } = props;
  const { t } = useTranslation();
  useBackButton(isOpen, onClose);
  return (
    <Modal
      opened={isOpen}
      onClose={onClose}
      size="lg"
      title={t('imports.splitTitle', { name })}
      closeButtonProps={{ 'aria-label': t('ui.close') }}
    >
      {isOpen && <SplitForm {...props} />}
    </Modal>
  );
}

function SplitForm({ proposal, chapter, name, onClose, onSplit }: SplitDialogProps) {
  const { t } = useTranslation();
  const { id, audio, texts } = chapter;
  const count = texts.reduce((sum, { from, to }) => sum + to - from, 0);
  const player = useRef<HTMLDivElement>(null);
  // Times are relative to the start of the chapter.
  const length = audio ? audio.end - audio.start : 0;
  const [time, setTime] = useState(audio ? toShortClock(length / 2) : '');
  const [title, setTitle] = useState('');
  const [items, setItems] = useState(count > 1 ? Math.round(count / 2) : count);
  const [isRejected, setRejected] = useState(false);
  const seconds = readClock(time);
  const isInside = seconds !== undefined && seconds > 0 && seconds < length;
  const url = audioUrl(proposal.files, audio);
  const range = { from: toShortClock(0), to: toShortClock(length) };

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (audio && !isInside) {
      setRejected(true);
      return;
    }
    const cut = { seconds: audio && seconds !== undefined ? audio.start + seconds : undefined, items };
    onSplit((chapters) => split(chapters, { id, clip: cut, name: title.trim() }));
  };
  const takePosition = () => {
    const position = player.current?.querySelector('audio')?.currentTime;
    if (position !== undefined && audio) setTime(toShortClock(Math.max(0, position - audio.start)));
  };

  return (
    <form noValidate onSubmit={submit} className={classes['splitForm']}>
      {audio && (
        <>
          {url !== undefined && (
            <div ref={player}>
              <AudioPlayer src={url} label={t('imports.chapterAudio', { name })} />
            </div>
          )}
          <Group align="flex-end" gap="xs">
            <TextInput
              className={classes['grow'] ?? ''}
              label={t('imports.splitAt')}
              description={t('imports.splitAtHint', range)}
              value={time}
              error={isRejected && !isInside ? t('imports.splitAtWrong', range) : undefined}
              data-autofocus
              onChange={({ currentTarget: { value } }) => setTime(value)}
            />
            {url !== undefined && (
              <Button variant="default" onClick={takePosition}>
                {t('imports.splitHere')}
              </Button>
            )}
          </Group>
        </>
      )}
      <TextInput
        label={t('imports.splitName')}
        maxLength={limits.maxNameLength}
        value={title}
        onChange={({ currentTarget: { value } }) => setTitle(value)}
      />
      {count > 0 && (
        <fieldset className={classes['choices']}>
          <legend>{t('imports.splitText')}</legend>
          {audio && (
            <Radio
              size="xs"
              name="split-text"
              label={t('imports.splitTextNone')}
              checked={items === count}
              onChange={() => setItems(count)}
            />
          )}
          <ChapterTexts
            importId={proposal.id}
            texts={texts}
            name={name}
            startAt={items < count ? items : 0}
            renderBefore={(index) =>
              index === 0 && !audio ? undefined : (
                <Radio
                  size="xs"
                  name="split-text"
                  aria-label={t('imports.splitBefore', { number: index + 1 })}
                  checked={items === index}
                  onChange={() => setItems(index)}
                />
              )
            }
          />
        </fieldset>
      )}
      <Group gap="xs" justify="flex-end">
        <Button variant="default" onClick={onClose}>
          {t('ui.cancel')}
        </Button>
        <Button type="submit">{t('imports.splitDo')}</Button>
      </Group>
    </form>
  );
}
