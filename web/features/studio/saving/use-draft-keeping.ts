import { useEffect, useRef } from 'react';
import { useApi } from '../../../api/api-context.ts';
import { createInsideApi } from '../../../api/inside-api.ts';
import { selectAuth } from '../../../store/auth-slice.ts';
import { useAppSelector } from '../../../store/hooks.ts';
import { toSent } from '../model/wire.ts';
import { useStudio } from '../studio-context.ts';
import type { Saver } from './create-saver.ts';
import { dropDraft, writeDraft } from './drafts.ts';

const BROWSER_REST_MS = 600;
const SERVER_REST_MS = 10_000;

/**
 * Keeps what is not saved: in this browser a moment after each change, on the server after ten seconds of rest. What is kept there, of
 * last time too, is removed as soon as nothing is unsaved.
 */
export function useDraftKeeping(saver: Saver, hasStored: boolean): void {
  const studio = useStudio();
  const client = useApi();
  const { user } = useAppSelector(selectAuth);
  const account = user?.email ?? '';
  const isKept = useRef(hasStored);

  useEffect(() => {
    const { id, audioUrl } = studio.book;
    const api = createInsideApi(client, id);
    let timers: ReturnType<typeof setTimeout>[] = [];

    const draft = () => {
      const { saved, version } = saver.state.get();
      return {
        baseVersion: version,
        savedAt: new Date().toISOString(),
        chapters: toSent(saved, studio.current(), audioUrl, true),
      };
    };
    const keepHere = () => {
      if (saver.isDirty()) writeDraft(id, account, draft());
    };
    const keepThere = () => {
      if (!saver.isDirty() || !studio.canEdit.get()) return;
      const { baseVersion, chapters } = draft();
      isKept.current = true;
      // What cannot be kept there is kept here.
      api.saveDraft(baseVersion, { chapters }).catch(() => undefined);
    };
    const forget = () => {
      dropDraft(id);
      if (isKept.current) api.removeDraft().catch(() => undefined);
      isKept.current = false;
    };
    const onChange = () => {
      for (const timer of timers) clearTimeout(timer);
      timers = saver.isDirty()
        ? [setTimeout(keepHere, BROWSER_REST_MS), setTimeout(keepThere, SERVER_REST_MS)]
        : [];
      if (!saver.isDirty()) forget();
    };
    const ends = [studio.history.subscribe(onChange), saver.state.subscribe(onChange)];
    const onLeave = (event: BeforeUnloadEvent) => {
      if (!saver.isDirty()) return;
      keepHere();
      event.preventDefault();
    };
    window.addEventListener('beforeunload', onLeave);
    return () => {
      window.removeEventListener('beforeunload', onLeave);
      for (const end of ends) end();
      for (const timer of timers) clearTimeout(timer);
      keepHere();
      keepThere();
    };
  }, [studio, saver, client, account]);
}
