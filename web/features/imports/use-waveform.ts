import { useEffect, useState } from 'react';
import { pathOf } from '#contract/core/define-resource';
import { type AudioAnalysis, audioAnalysisEndpoints } from '#contract/audio/audio-analysis';
import { useApi } from '#web/core/api/api-context.ts';
import { readData } from '#web/core/api/client.ts';
import { loadPeaks } from './peaks.ts';

const REFETCH_MS = 3_000;
/** With more files a single line would show no recognizable shape. */
const MAX_FILES = 150;

/** Reads the waveforms of the proposal's audio by address, if they are analysed. They are decorative, so errors are ignored. */
export function useAudioShape(importId: number): ReadonlyMap<string, Uint8Array> {
  const client = useApi();
  const [shapes, setShapes] = useState<ReadonlyMap<string, Uint8Array>>(() => new Map());

  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    const loadedPeaks = new Map<string, Uint8Array>();
    let timer: ReturnType<typeof setTimeout> | undefined;

    const refetch = async () => {
      const response = await client.call({
        method: 'GET',
        path: pathOf(audioAnalysisEndpoints.ofImport, importId),
        signal,
      });
      const { items = [] } = (readData(response) ?? {}) as { readonly items?: readonly AudioAnalysis[] };
      if (items.length > MAX_FILES) return;
      for (const { audio_url, peaks_url } of items) {
        if (audio_url === null || peaks_url === null || loadedPeaks.has(audio_url)) continue;
        const peaks = await loadPeaks(peaks_url, signal);
        if (peaks) loadedPeaks.set(audio_url, peaks);
      }
      if (signal.aborted) return;
      setShapes(new Map(loadedPeaks));
      if (items.some(({ state }) => state === 'waiting')) timer = setTimeout(again, REFETCH_MS);
    };
    const again = () => void refetch().catch(() => undefined);
    again();
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [client, importId]);

  return shapes;
}
