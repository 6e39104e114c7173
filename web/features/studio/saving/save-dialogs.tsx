import { Alert, Button, Group, Modal, Text } from '@mantine/core';
import { IconAlertCircle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { compareInsides } from '../model/compare.ts';
import { useStudio } from '../studio-context.ts';
import { useValue } from '../value-store.ts';
import { tickLabel } from '../waveform/paint.ts';
import type { Saver } from './create-saver.ts';
import { Differences } from './differences.tsx';
import classes from './saving.module.css';

const clock = (seconds: number) => tickLabel(seconds, 0.05);

/** What a save has to ask: story items that would lead nowhere, and what somebody else has saved meanwhile. */
export function SaveDialogs({ saver }: { readonly saver: Saver }) {
  const { t } = useTranslation();
  const studio = useStudio();
  const { broken, conflict, failure } = useValue(saver.state);
  return (
    <>
      {failure && !conflict && (
        <Alert color="red" role="alert" icon={<IconAlertCircle size={18} />}>
          {failure.message}
        </Alert>
      )}
      <Modal
        opened={broken !== undefined}
        onClose={saver.keepStories}
        title={t('studio.brokenTitle')}
        closeButtonProps={{ 'aria-label': t('ui.close') }}
      >
        <Text size="sm">{t('studio.brokenText', { count: broken?.length ?? 0 })}</Text>
        <ul className={classes['stories']}>
          {broken?.map((item) => (
            <li key={`${item.story_book_id} ${item.position}`}>
              {item.story_book_title}, {t('studio.storyItem', { number: item.position + 1 })}:{' '}
              {item.chapter_code} {item.text_item_code}
            </li>
          ))}
        </ul>
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={saver.keepStories} data-autofocus>
            {t('ui.cancel')}
          </Button>
          <Button color="red" onClick={() => void saver.save(true)}>
            {t('studio.saveAnyway')}
          </Button>
        </Group>
      </Modal>
      <Modal
        opened={conflict !== undefined}
        onClose={saver.closeConflict}
        title={t('studio.conflictTitle')}
        size="lg"
        closeButtonProps={{ 'aria-label': t('ui.close') }}
      >
        <Text size="sm">{t('studio.conflictText')}</Text>
        {conflict && <Differences list={compareInsides(conflict.inside, studio.current(), clock)} />}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={saver.closeConflict} data-autofocus>
            {t('ui.cancel')}
          </Button>
          <Button variant="default" onClick={saver.takeTheirs}>
            {t('studio.takeTheirs')}
          </Button>
          <Button color="red" onClick={() => void saver.saveOver()}>
            {t('studio.saveOver')}
          </Button>
        </Group>
      </Modal>
    </>
  );
}
