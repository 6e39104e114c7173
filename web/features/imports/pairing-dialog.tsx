import { Button, Group, Modal, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ImportProposal } from '#contract/imports/import-proposal';
import { toClock } from '#contract/core/format-duration';
import { useBackButton } from '#web/core/lib/use-back-button.ts';
import { type Chapters, pair } from './chapter-edits.ts';
import { ChoiceList } from './choice-list.tsx';
import classes from './proposal-chapters.module.css';
import type { ChapterValues } from './proposal-values.ts';

export interface PairingDialogProps {
  readonly isOpen: boolean;
  readonly proposal: ImportProposal;
  readonly chapter: ChapterValues;
  readonly name: string;
  readonly onClose: () => void;
  readonly onPair: (update: (chapters: Chapters) => Chapters) => void;
}

/** Selects the audio and the texts of a chapter among all in the files. */
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

function PairingForm({ proposal, chapter, onClose, onPair }: PairingDialogProps) {
  const { t } = useTranslation();
  const { id, audio } = chapter;
  const current = proposal.audios.findIndex(
    ({ file, start }) => audio !== null && file === audio.file && Math.abs(start - audio.start) < 0.01,
  );
  const [audios, setAudios] = useState<readonly number[]>(current < 0 ? [] : [current]);
  const [texts, setTexts] = useState<readonly number[]>([...new Set(chapter.texts.map(({ text }) => text))]);
  const [isAudioChanged, setAudioChanged] = useState(false);
  const [areTextsChanged, setTextsChanged] = useState(false);
  const use = () => {
    const chosenAudio = proposal.audios[audios[0] ?? -1];
    const ownRanges = Map.groupBy(chapter.texts, ({ text }) => text);
    onPair((chapters) =>
      pair(chapters, id, {
        ...(isAudioChanged && {
          audio: chosenAudio
            ? { file: chosenAudio.file, start: chosenAudio.start, end: chosenAudio.end }
            : null,
        }),
        // Partly used texts stay partly used.
        ...(areTextsChanged && {
          texts: texts.flatMap(
            (text) => ownRanges.get(text) ?? [{ text, from: 0, to: proposal.texts[text]?.item_count ?? 0 }],
          ),
        }),
      }),
    );
  };
  return (
    <>
      <div className={classes['pairing']}>
        <ChoiceList
          isSingle
          label={t('imports.pairAudio')}
          choices={proposal.audios.map(({ title, file, start, end }, value) => ({
            value,
            label: title || (proposal.files[file]?.path ?? ''),
            description: `${toClock(start)}–${toClock(end)}`,
          }))}
          chosen={audios}
          onChoose={(chosenAudios) => {
            setAudios(chosenAudios);
            setAudioChanged(true);
          }}
        />
        <ChoiceList
          isSingle={false}
          label={t('imports.pairTexts')}
          choices={proposal.texts.map(({ title, item_count: count, beginning }, value) => ({
            value,
            label: title || beginning,
            description: t('imports.paragraphs', { count }),
          }))}
          chosen={texts}
          onChoose={(chosenTexts) => {
            setTexts(chosenTexts);
            setTextsChanged(true);
          }}
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
