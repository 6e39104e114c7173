import { useEffect, useRef } from 'react';
import { useApi } from '#web/core/api/api-context.ts';
import { createBookContentApi } from '#web/core/api/book-content-api.ts';
import { selectAuth } from '#web/core/store/auth.slice.ts';
import { beforeSignOut } from '#web/core/store/before-sign-out.ts';
import { useAppSelector } from '#web/core/store/hooks.ts';
import { toInput } from '../model/api-format.ts';
import { useContentEditor } from '../content-editor-context.ts';
import type { Saver } from './create-saver.ts';
import { discardContentAutosave, writeContentAutosave } from './autosaves.ts';

const BROWSER_DELAY_MS = 600;
const SERVER_DELAY_MS = 10_000;

/**
 * Autosaves unsaved changes: in this browser shortly after each change, on the server after ten seconds without one. All autosaves are
 * deleted when nothing is unsaved.
 */
export function useAutosave(saver: Saver, hasStored: boolean): void {
  const contentEditor = useContentEditor();
  const client = useApi();
  const { user } = useAppSelector(selectAuth);
  const account = user?.email ?? '';
  const isStored = useRef(hasStored);

  useEffect(() => {
    const { book } = contentEditor;
    const api = createBookContentApi(client, book.id);
    // The server stores autosaves of the live content only.
    const isLive = book.releaseId === undefined;
    let timers: ReturnType<typeof setTimeout>[] = [];

    const autosave = () => {
      const { saved, version } = saver.state.get();
      return {
        baseVersion: version,
        savedAt: new Date().toISOString(),
        chapters: toInput(saved, {
          bookContent: contentEditor.current(),
          bookAudio: book.audioUrl,
          isAutosave: true,
        }),
      };
    };
    const saveInBrowser = () => {
      if (saver.isDirty()) writeContentAutosave(book, account, autosave());
    };
    const keepThere = () => {
      if (!isLive || !saver.isDirty() || !contentEditor.canEdit.get()) return Promise.resolve();
      const { baseVersion, chapters } = autosave();
      isStored.current = true;
      // Autosaves that the server cannot store are stored in the browser.
      return api.saveAutosave(baseVersion, { chapters }).catch(() => undefined);
    };
    const forget = () => {
      discardContentAutosave(book);
      if (isStored.current) api.removeAutosave().catch(() => undefined);
      isStored.current = false;
    };
    const onChange = () => {
      for (const timer of timers) clearTimeout(timer);
      timers = saver.isDirty()
        ? [setTimeout(saveInBrowser, BROWSER_DELAY_MS), setTimeout(() => void keepThere(), SERVER_DELAY_MS)]
        : [];
      if (!saver.isDirty()) forget();
    };
    const ends = [
      contentEditor.history.subscribe(onChange),
      saver.state.subscribe(onChange),
      beforeSignOut(keepThere),
    ];
    const onLeave = (event: BeforeUnloadEvent) => {
      if (!saver.isDirty()) return;
      saveInBrowser();
      event.preventDefault();
    };
    window.addEventListener('beforeunload', onLeave);
    return () => {
      window.removeEventListener('beforeunload', onLeave);
      for (const end of ends) end();
      for (const timer of timers) clearTimeout(timer);
      saveInBrowser();
      void keepThere();
    };
  }, [contentEditor, saver, client, account]);
}
