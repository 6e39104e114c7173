import { Button, Group, Modal, Radio, TextInput } from '@mantine/core';
import { type FormEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ImportDraft } from '#contract/import-draft';
import { limits } from '#contract/limits';
import { readClock, toExactClock } from '../../lib/clock.ts';
import { useBackButton } from '../../lib/use-back-button.ts';
import { AudioPlayer } from '../../ui/audio-player.tsx';
import { type Chapters, split } from './chapter-edits.ts';
import { ChapterTexts } from './chapter-texts.tsx';
import classes from './draft-chapters.module.css';
import type { ChapterValues } from './draft-values.ts';
import { soundUrl } from './sound-url.ts';

export interface SplitDialogProps {
  readonly isOpen: boolean;
  readonly draft: ImportDraft;
  readonly chapter: ChapterValues;
  readonly name: string;
  readonly onClose: () => void;
  readonly onSplit: (update: (chapters: Chapters) => Chapters) => void;
}

/** Cuts a chapter in two: at a time of its sound, and before one of its paragraphs. */
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

function SplitForm({ draft, chapter, name, onClose, onSplit }: SplitDialogProps) {
  const { t } = useTranslation();
  const { id, sound, texts } = chapter;
  const count = texts.reduce((sum, { from, to }) => sum + to - from, 0);
  const player = useRef<HTMLDivElement>(null);
  // Times count from the beginning of the chapter.
  const length = sound ? sound.end - sound.start : 0;
  const [time, setTime] = useState(sound ? toExactClock(length / 2) : '');
  const [title, setTitle] = useState('');
  const [items, setItems] = useState(count > 1 ? Math.round(count / 2) : count);
  const [isRefused, setRefused] = useState(false);
  const at = readClock(time);
  const isInside = at !== undefined && at > 0 && at < length;
  const url = soundUrl(draft.files, sound);
  const range = { from: toExactClock(0), to: toExactClock(length) };

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (sound && !isInside) {
      setRefused(true);
      return;
    }
    const cut = { at: sound && at !== undefined ? sound.start + at : undefined, items };
    onSplit((chapters) => split(chapters, id, cut, title.trim()));
  };
  const takePosition = () => {
    const position = player.current?.querySelector('audio')?.currentTime;
    if (position !== undefined && sound) setTime(toExactClock(Math.max(0, position - sound.start)));
  };

  return (
    <form noValidate onSubmit={submit} className={classes['splitForm']}>
      {sound && (
        <>
          {url !== undefined && (
            <div ref={player}>
              <AudioPlayer src={url} label={t('imports.chapterSound', { name })} />
            </div>
          )}
          <Group align="flex-end" gap="xs">
            <TextInput
              className={classes['grow'] ?? ''}
              label={t('imports.splitAt')}
              description={t('imports.splitAtHint', range)}
              value={time}
              error={isRefused && !isInside ? t('imports.splitAtWrong', range) : undefined}
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
          {sound && (
            <Radio
              size="xs"
              name="split-text"
              label={t('imports.splitTextNone')}
              checked={items === count}
              onChange={() => setItems(count)}
            />
          )}
          <ChapterTexts
            draftId={draft.id}
            texts={texts}
            name={name}
            startAt={items < count ? items : 0}
            renderBefore={(index) =>
              index === 0 && !sound ? undefined : (
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
