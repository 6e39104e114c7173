import '@mantine/core/styles/Progress.layer.css';
import { Progress } from '@mantine/core';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useApi } from '#web/core/api/api-context.ts';
import { toApiErrorDetails } from '#web/core/api/api-error.ts';
import { uploadFile as sendFile } from '#web/core/api/file-upload.ts';
import { readAudioSeconds } from '#web/core/lib/audio-file.ts';
import { delay } from '#web/core/lib/delay.ts';
import { withOwnAudio } from '../model/chapters.ts';
import { arrange } from '../model/timeline.ts';
import { uploadFile } from '../model/api-format.ts';
import { useContentEditor } from '../content-editor-context.ts';
import classes from './chapters.module.css';

/** Sets a separate audio file for a chapter. It is uploaded immediately, played from this page, and stored with the next save. */
export function useOwnAudio(): {
  readonly choose: (key: string) => void;
  readonly remove: (key: string) => void;
  readonly view: ReactNode;
} {
  const { t } = useTranslation();
  const contentEditor = useContentEditor();
  const client = useApi();
  const input = useRef<HTMLInputElement>(null);
  const chapter = useRef<string>(undefined);
  const [sentBytes, setSentBytes] = useState<number>();
  const runningUpload = useRef<AbortController>(undefined);
  useEffect(() => () => runningUpload.current?.abort(), []);

  async function add(file: File, key: string): Promise<void> {
    const controller = new AbortController();
    runningUpload.current = controller;
    setSentBytes(0);
    try {
      const upload = sendFile({
        client,
        file,
        key: `studio:${contentEditor.book.id}:${file.name}:${file.size}:${file.lastModified}`,
        storage: sessionStorage,
        signal: controller.signal,
        onProgress: (bytes) => setSentBytes(file.size > 0 ? bytes / file.size : 0),
        onPaused: () => undefined,
        pause: delay,
      });
      const [seconds, startedUpload] = await Promise.all([readAudioSeconds(file), upload.started]);
      await upload.done;
      if (seconds === undefined) throw new Error('The browser cannot read the length of the sound');
      const name = uploadFile(startedUpload.id);
      contentEditor.addresses.set(name, URL.createObjectURL(file));
      contentEditor.timeline.set(({ files }) =>
        arrange([
          ...files,
          {
            file: name,
            seconds,
            silences: [],
            peaksUrl: undefined,
            loudness: undefined,
            isWaiting: true,
            error: undefined,
          },
        ]),
      );
      contentEditor.view.set((view) => ({ ...view, total: contentEditor.timeline.get().total }));
      contentEditor.changeChapter('audio', {
        key,
        update: (bookContent) => withOwnAudio(bookContent, key, { file: name, start: 0, end: seconds }),
      });
    } catch (error) {
      if (!controller.signal.aborted)
        contentEditor.showMessage(toApiErrorDetails(error, t('contentEditor.audioFailed')).message);
    } finally {
      setSentBytes(undefined);
    }
  }

  return {
    choose(key) {
      chapter.current = key;
      input.current?.click();
    },
    remove: (key) => {
      contentEditor.changeChapter('noAudio', {
        key,
        update: (bookContent) => withOwnAudio(bookContent, key, undefined),
      });
    },
    view: (
      <>
        <input
          ref={input}
          type="file"
          accept="audio/*"
          hidden
          aria-label={t('contentEditor.ownAudio')}
          onChange={({ currentTarget }) => {
            const [file] = currentTarget.files ?? [];
            currentTarget.value = '';
            if (file && chapter.current !== undefined) void add(file, chapter.current);
          }}
        />
        {sentBytes !== undefined && (
          <div className={classes['panel']}>
            <Progress value={sentBytes * 100} aria-label={t('contentEditor.sendingAudio')} size="sm" />
          </div>
        )}
      </>
    ),
  };
}
