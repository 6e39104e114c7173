import { Button, Group, Loader, Modal } from '@mantine/core';
import { useCallback, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ApiClient } from '../../../api/client.ts';
import { createInsideApi } from '../../../api/inside-api.ts';
import { LoadAlert } from '../../../ui/load-alert.tsx';
import { useRemoteRead } from '../../../widgets/use-remote-read.ts';
import { compareInsides } from '../model/compare.ts';
import { fromWire, withKeysOf } from '../model/wire.ts';
import { useInside, useStudio } from '../studio-context.ts';
import { useValue } from '../value-store.ts';
import { tickLabel } from '../waveform/paint.ts';
import { Differences } from './differences.tsx';
import classes from './saving.module.css';
import { useLocale } from '../../../widgets/use-locale.ts';

const clock = (seconds: number) => tickLabel(seconds, 0.05);

/** What was saved before, compared with what is here; one of them can be brought back, and is saved with the next Save. */
export function RevisionsDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const studio = useStudio();
  const inside = useInside((document) => document);
  const canEdit = useValue(studio.canEdit);
  const [number, setNumber] = useState<number>();
  const { id, audioUrl } = studio.book;
  const readList = useCallback(
    (client: ApiClient, signal: AbortSignal) => createInsideApi(client, id).revisions({ signal }),
    [id],
  );
  const readOne = useCallback(
    (client: ApiClient, signal: AbortSignal) => createInsideApi(client, id).revision(number ?? 0, { signal }),
    [id, number],
  );
  const list = useRemoteRead(readList, { tried: t('studio.revisionsFailed') });
  const one = useRemoteRead(number === undefined ? undefined : readOne, {
    tried: t('studio.revisionsFailed'),
  });
  const chosen = useMemo(
    () =>
      one.value &&
      withKeysOf(
        fromWire(
          { chapters: one.value.chapters, audio_url: audioUrl },
          (file) => studio.lengthOf(file) || undefined,
        ),
        studio.current(),
      ),
    [one.value, audioUrl, studio],
  );

  const bringBack = () => {
    if (!chosen || !one.value) return;
    studio.change('bringBack', () => chosen, { about: { number: one.value.revision } });
    studio.choose(chosen.chapters[0]?.key);
    onClose();
  };

  return (
    <Modal
      opened
      onClose={onClose}
      title={t('studio.revisions')}
      size="lg"
      closeButtonProps={{ 'aria-label': t('ui.close') }}
    >
      {list.failure && <LoadAlert message={list.failure.message} onRetry={list.retry} />}
      {list.isReading && <Loader aria-label={t('ui.loading')} />}
      {list.value?.length === 0 && <p className={classes['none']}>{t('studio.noRevisions')}</p>}
      <ul className={classes['revisions']}>
        {list.value?.map(({ revision, saved_at, user, summary, chapter_count }) => (
          <li key={revision}>
            <button
              type="button"
              className={classes['revision']}
              aria-pressed={revision === number}
              onClick={() => setNumber(revision)}
            >
              {new Date(saved_at).toLocaleString(locale, { dateStyle: 'medium', timeStyle: 'short' })}
              {user && ` · ${user.name}`}
              <span>
                {summary} · {t('studio.chapterCount', { count: chapter_count })}
              </span>
            </button>
            {revision === number && one.isReading && <Loader size="sm" aria-label={t('ui.loading')} />}
            {revision === number && chosen && (
              <div>
                <Differences list={compareInsides(inside, chosen, clock)} />
                {canEdit && (
                  <Group justify="flex-end" pb="sm">
                    <Button size="xs" onClick={bringBack}>
                      {t('studio.bringBack')}
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
