import { useEffect } from 'react';
import { useApi } from '#web/core/api/api-context.ts';
import { createBookContentApi } from '#web/core/api/book-content-api.ts';
import { useContentEditor } from './content-editor-context.ts';
import { withAnalyses } from './load-content-editor.ts';
import { useSelected } from '#web/core/lib/value-store.ts';

const REFETCH_MS = 5_000;

/** Reads pending audio analyses every few seconds, and shows their waveforms when they are completed. */
export function usePendingAnalyses(): void {
  const contentEditor = useContentEditor();
  const client = useApi();
  const isWaiting = useSelected(contentEditor.timeline, ({ files }) => files.some((file) => file.isWaiting));

  useEffect(() => {
    if (!isWaiting) return undefined;
    const controller = new AbortController();
    const refetch = async () => {
      if (document.hidden) return;
      const analyses = await createBookContentApi(client, contentEditor.book.id).analyses({
        signal: controller.signal,
      });
      if (controller.signal.aborted) return;
      contentEditor.timeline.set((before) => withAnalyses(before, analyses));
      const { total } = contentEditor.timeline.get();
      contentEditor.view.set((view) => (view.total === total ? view : { ...view, total }));
    };
    // After an error the next read is the retry.
    const timer = setInterval(() => void refetch().catch(() => undefined), REFETCH_MS);
    return () => {
      clearInterval(timer);
      controller.abort();
    };
  }, [isWaiting, client, contentEditor]);
}
