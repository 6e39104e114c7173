import { Button, Group, Loader, Modal } from '@mantine/core';
import { useCallback, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ApiClient } from '#web/core/api/client.ts';
import { createBookContentApi } from '#web/core/api/book-content-api.ts';
import { LoadAlert } from '#web/ui/load-alert.tsx';
import { useRemoteRead } from '#web/core/components/use-remote-read.ts';
import { compareBookContents } from '../model/compare.ts';
import { fromApi, withKeysOf } from '../model/api-format.ts';
import { useBookContent, useContentEditor } from '../content-editor-context.ts';
import { useValue } from '#web/core/lib/value-store.ts';
import { Differences } from './differences.tsx';
import classes from './saving.module.css';
import { useLocale } from '#web/core/components/use-locale.ts';
import { dateTimeFormat } from '#web/core/lib/formats.ts';

/** The saved versions compared with the current content. A restored version is saved with the next save. */
export function VersionHistoryDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const contentEditor = useContentEditor();
  const bookContent = useBookContent((document) => document);
  const canEdit = useValue(contentEditor.canEdit);
  const [number, setNumber] = useState<number>();
  const { id, audioUrl } = contentEditor.book;
  const readList = useCallback(
    (client: ApiClient, signal: AbortSignal) => createBookContentApi(client, id).revisions({ signal }),
    [id],
  );
  const readOne = useCallback(
    (client: ApiClient, signal: AbortSignal) =>
      createBookContentApi(client, id).revision(number ?? 0, { signal }),
    [id, number],
  );
  const list = useRemoteRead(readList, { attempted_action: t('contentEditor.revisionsFailed') });
  const savedVersion = useRemoteRead(number === undefined ? undefined : readOne, {
    attempted_action: t('contentEditor.revisionsFailed'),
  });
  const chosenContent = useMemo(
    () =>
      savedVersion.value &&
      withKeysOf(
        fromApi(
          { chapters: savedVersion.value.chapters, audio_url: audioUrl },
          (file) => contentEditor.lengthOf(file) || undefined,
        ),
        contentEditor.current(),
      ),
    [savedVersion.value, audioUrl, contentEditor],
  );

  const differences = chosenContent ? compareBookContents(bookContent, chosenContent) : [];

  const restore = () => {
    if (!chosenContent || !savedVersion.value) return;
    contentEditor.change('restore', () => chosenContent, { about: { number: savedVersion.value.revision } });
    contentEditor.choose(chosenContent.chapters[0]?.key);
    onClose();
  };

  return (
    <Modal
      opened
      onClose={onClose}
      title={t('contentEditor.revisions')}
      size="lg"
      closeButtonProps={{ 'aria-label': t('ui.close') }}
    >
      {list.apiError && <LoadAlert message={list.apiError.message} onRetry={list.retry} />}
      {list.isReading && <Loader aria-label={t('ui.loading')} />}
      {list.value?.length === 0 && <p className={classes['none']}>{t('contentEditor.noRevisions')}</p>}
      <ul className={classes['revisions']}>
        {list.value?.map(({ revision, saved_at, user, summary, chapter_count }) => (
          <li key={revision}>
            <button
              type="button"
              className={classes['revision']}
              aria-pressed={revision === number}
              onClick={() => setNumber(revision)}
            >
              {dateTimeFormat(locale).format(new Date(saved_at))}
              {user && ` · ${user.name}`}
              <span>
                {summary} · {t('contentEditor.chapterCount', { count: chapter_count })}
              </span>
            </button>
            {revision === number && savedVersion.isReading && (
              <Loader size="sm" aria-label={t('ui.loading')} />
            )}
            {revision === number && chosenContent && (
              <div>
                <Differences list={differences} />
                {canEdit && differences.length > 0 && (
                  <Group justify="flex-end" pb="sm">
                    <Button size="xs" onClick={restore}>
                      {t('contentEditor.restore')}
                    </Button>
                  </Group>
                )}
              </div>
            )}
          </li>
        ))}
      </ul>
    </Modal>
  );
}
