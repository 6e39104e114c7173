import { Alert, Button, Group, Modal, Text } from '@mantine/core';
import { IconAlertCircle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { compareBookContents } from '../model/compare.ts';
import { useContentEditor } from '../content-editor-context.ts';
import { useValue } from '#web/core/lib/value-store.ts';
import type { Saver } from './create-saver.ts';
import { Differences } from './differences.tsx';
import classes from './saving.module.css';

/** The confirmations of a save: broken references of story items, and a version that another user has saved. */
export function SaveDialogs({ saver }: { readonly saver: Saver }) {
  const { t } = useTranslation();
  const contentEditor = useContentEditor();
  const { broken, conflict, apiError } = useValue(saver.state);
  return (
    <>
      {apiError && !conflict && (
        <Alert color="red" role="alert" icon={<IconAlertCircle size={18} />}>
          {apiError.message}
        </Alert>
      )}
      <Modal
        opened={broken !== undefined}
        onClose={saver.keepStories}
        title={t('contentEditor.brokenTitle')}
        closeButtonProps={{ 'aria-label': t('ui.close') }}
      >
        <Text size="sm">{t('contentEditor.brokenText', { count: broken?.length ?? 0 })}</Text>
        <ul className={classes['stories']}>
          {broken?.map((item) => (
            <li key={`${item.story_book_id} ${item.position}`}>
              {item.story_book_title}, {t('contentEditor.storyItem', { number: item.position + 1 })}:{' '}
              {item.chapter_code} {item.text_item_code}
            </li>
          ))}
        </ul>
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={saver.keepStories} data-autofocus>
            {t('ui.cancel')}
          </Button>
          <Button color="red" onClick={() => void saver.save(true)}>
            {t('contentEditor.saveAnyway')}
          </Button>
        </Group>
      </Modal>
      <Modal
        opened={conflict !== undefined}
        onClose={saver.closeConflict}
        title={t('contentEditor.conflictTitle')}
        size="lg"
        closeButtonProps={{ 'aria-label': t('ui.close') }}
      >
        <Text size="sm">{t('contentEditor.conflictText')}</Text>
        {conflict && (
          <Differences list={compareBookContents(conflict.bookContent, contentEditor.current())} />
        )}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={saver.closeConflict} data-autofocus>
            {t('ui.cancel')}
          </Button>
          <Button variant="default" onClick={saver.takeTheirs}>
            {t('contentEditor.takeTheirs')}
          </Button>
          <Button color="red" onClick={() => void saver.overwrite()}>
            {t('contentEditor.saveOver')}
          </Button>
        </Group>
      </Modal>
    </>
  );
}
