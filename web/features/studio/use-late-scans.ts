import { useEffect } from 'react';
import { useApi } from '../../api/api-context.ts';
import { createInsideApi } from '../../api/inside-api.ts';
import { useStudio } from './studio-context.ts';
import { withScans } from './load-studio.ts';
import { useSelected } from './value-store.ts';

const LOOK_AGAIN_MS = 5_000;

/** Shows the course of a sound as soon as it was listened to: until then it asks every few seconds. */
export function useLateScans(): void {
  const studio = useStudio();
  const client = useApi();
  const isWaiting = useSelected(studio.timeline, ({ files }) => files.some((file) => file.isWaiting));

  useEffect(() => {
    if (!isWaiting) return undefined;
    const controller = new AbortController();
    const look = async () => {
      if (document.hidden) return;
      const scans = await createInsideApi(client, studio.book.id).scans({ signal: controller.signal });
      if (controller.signal.aborted) return;
      studio.timeline.set((before) => withScans(before, scans));
      const { total } = studio.timeline.get();
      studio.view.set((view) => (view.total === total ? view : { ...view, total }));
    };
    // One that failed is made good by the next.
    const timer = setInterval(() => void look().catch(() => undefined), LOOK_AGAIN_MS);
    return () => {
      clearInterval(timer);
      controller.abort();
    };
  }, [isWaiting, client, studio]);
}
