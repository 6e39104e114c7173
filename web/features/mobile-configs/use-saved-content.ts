import { useState } from 'react';
import type { HomeIssue } from '#contract/mobile-home/home-preview';
import { useApi } from '#web/core/api/api-context.ts';
import { useHiddenContent } from './hidden-content.ts';
import { emptyPreview, type HomePreviewRequest, requestHomePreview } from './request-home-preview.ts';
import { useSetToMain } from './use-set-to-main.ts';

interface SavedContent {
  readonly request: HomePreviewRequest;
  readonly issues: readonly HomeIssue[];
}

/** Returns what apps do not show of the last saved home screen, and the change that shows its books. */
export function useSavedContent() {
  const client = useApi();
  const hiddenContent = useHiddenContent();
  const [saved, setSaved] = useState<SavedContent>();
  const check = async (request: HomePreviewRequest) => {
    // The save succeeded, so an error of the preview is not reported.
    const { issues } = await requestHomePreview(client, request).catch(() => emptyPreview);
    setSaved({ request, issues });
  };
  const { setToMain, isBusy } = useSetToMain(() => saved && void check(saved.request));
  return {
    check: (request: HomePreviewRequest) => void check(request),
    clear: () => setSaved(undefined),
    /** The message about the hidden content; undefined if apps show everything. */
    detail: saved && hiddenContent(saved.issues),
    fix: { issues: saved?.issues ?? [], onSetToMain: setToMain, isBusy },
  };
}
