import { useEffect, useState } from 'react';
import type { Timeline } from '../model/timeline.ts';
import { useContentEditor } from '../content-editor-context.ts';
import { useValue } from '#web/core/lib/value-store.ts';
import { readMediaRange } from '#web/core/api/read-media-range.ts';
import { fillColumns } from './peaks.ts';
import { createPeaksLoader, type PeaksLoader } from './peaks-loader.ts';
import { timeAt, type Viewport, xOf } from './viewport.ts';

/** The waveforms of all files of the timeline, loaded when they become visible. */
export interface Peaks {
  /** Returns the highest value of each pixel of a view, 0 to 1, or NaN before the audio analysis. Missing parts are requested. */
  readonly columns: (view: Viewport) => Float32Array;
  /** The listener is called when more can be drawn. */
  readonly subscribe: (listener: () => void) => () => void;
}

export function columnsOf(
  loaders: ReadonlyMap<string, PeaksLoader>,
  { files }: Timeline,
  view: Viewport,
): Float32Array {
  const all = new Float32Array(Math.max(0, Math.ceil(view.width)));
  for (const { file, offset, seconds, isWaiting } of files) {
    const loader = loaders.get(file);
    const first = Math.max(0, Math.floor(xOf(view, offset)));
    const last = Math.min(all.length, Math.ceil(xOf(view, offset + seconds)));
    if (isWaiting && !loader && last > first) all.fill(Number.NaN, first, last);
    if (!loader || last <= first) continue;
    const from = Math.max(0, timeAt(view, first) - offset);
    loader.want(from, timeAt(view, last) - offset, view.perPixel);
    fillColumns(all.subarray(first, last), {
      levels: loader.levels(),
      read: loader.read,
      view: { from, perPixel: view.perPixel },
    });
  }
  return all;
}

/** Returns the waveforms shared by all canvases of the screen. */
export function usePeaks(): Peaks {
  const { timeline: store } = useContentEditor();
  const timeline = useValue(store);
  const [peaks] = useState(() => createPeaks(store.get));
  useEffect(() => peaks.open(timeline), [peaks, timeline]);
  useEffect(() => () => peaks.close(), [peaks]);
  return peaks;
}

function createPeaks(timeline: () => Timeline) {
  const loaders = new Map<string, PeaksLoader>();
  const listeners = new Set<() => void>();
  const notify = () => {
    for (const listener of listeners) listener();
  };
  return {
    columns: (view: Viewport) => columnsOf(loaders, timeline(), view),
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    open({ files }: Timeline) {
      for (const { file, peaksUrl } of files)
        if (peaksUrl !== undefined && !loaders.has(file))
          loaders.set(file, createPeaksLoader(peaksUrl, readMediaRange, notify));
      notify();
    },
    close() {
      for (const loader of loaders.values()) loader.close();
      loaders.clear();
    },
  };
}
