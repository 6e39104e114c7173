import { Button, Group, Modal, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ImportDraft } from '#contract/import-draft';
import { toClock } from '../../lib/durations.ts';
import { useBackButton } from '../../lib/use-back-button.ts';
import { type Chapters, pair } from './chapter-edits.ts';
import { ChoiceList } from './choice-list.tsx';
import classes from './draft-chapters.module.css';
import type { ChapterValues } from './draft-values.ts';

export interface PairingDialogProps {
  readonly isOpen: boolean;
  readonly draft: ImportDraft;
  readonly chapter: ChapterValues;
  readonly name: string;
  readonly onClose: () => void;
  readonly onPair: (update: (chapters: Chapters) => Chapters) => void;
}

/** Chooses anew which sound and which texts a chapter has, among all that were found. */
export function PairingDialog(props: PairingDialogProps) {
  const { isOpen, name, onClose } = props;
  const { t } = useTranslation();
  useBackButton(isOpen, onClose);
  return (
    <Modal
      opened={isOpen}
      onClose={onClose}
      size="xl"
      title={t('imports.pairTitle', { name })}
      closeButtonProps={{ 'aria-label': t('ui.close') }}
    >
      {isOpen && <PairingForm {...props} />}
    </Modal>
  );
}

function PairingForm({ draft, chapter, onClose, onPair }: PairingDialogProps) {
  const { t } = useTranslation();
  const { id, sound } = chapter;
  const current = draft.sounds.findIndex(
    ({ file, start }) => sound !== null && file === sound.file && Math.abs(start - sound.start) < 0.01,
  );
  const [sounds, setSounds] = useState<readonly number[]>(current < 0 ? [] : [current]);
  const [texts, setTexts] = useState<readonly number[]>([...new Set(chapter.texts.map(({ text }) => text))]);
  const [isSoundChanged, setSoundChanged] = useState(false);
  const use = () => {
    const chosen = draft.sounds[sounds[0] ?? -1];
    const had = new Map(chapter.texts.map((range) => [range.text, range]));
    onPair((chapters) =>
      pair(chapters, id, {
        ...(isSoundChanged && {
          sound: chosen ? { file: chosen.file, start: chosen.start, end: chosen.end } : null,
        }),
        // What it had in part it keeps in part.
        texts: texts.map(
          (text) => had.get(text) ?? { text, from: 0, to: draft.texts[text]?.item_count ?? 0 },
        ),
      }),
    );
  };
  return (
    <>
      <div className={classes['pairing']}>
        <ChoiceList
          isSingle
          label={t('imports.pairSound')}
          choices={draft.sounds.map(({ title, file, start, end }, value) => ({
            value,
            label: title || (draft.files[file]?.path ?? ''),
            description: `${toClock(start)}–${toClock(end)}`,
          }))}
          chosen={sounds}
          onChoose={(chosen) => {
            setSounds(chosen);
            setSoundChanged(true);
          }}
        />
        <ChoiceList
          isSingle={false}
          label={t('imports.pairTexts')}
          choices={draft.texts.map(({ title, item_count: count, beginning }, value) => ({
            value,
            label: title || beginning,
            description: t('imports.paragraphs', { count }),
          }))}
          chosen={texts}
          onChoose={setTexts}
        />
      </div>
      <Text size="sm" c="dimmed" mt="sm">
        {t('imports.pairHint')}
      </Text>
      <Group gap="xs" justify="flex-end" mt="md">
        <Button variant="default" onClick={onClose}>
          {t('ui.cancel')}
        </Button>
        <Button onClick={use}>{t('imports.pairDo')}</Button>
      </Group>
    </>
  );
}
