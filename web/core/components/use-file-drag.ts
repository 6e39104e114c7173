import { useEffect, useEffectEvent, useState } from 'react';
import { carriesFiles } from '#web/core/lib/dropped-files.ts';

export interface FileDrag {
  /** True while files are ignored. */
  readonly isOff: boolean;
  readonly onDrop: (transfer: DataTransfer) => void;
}

/** Handles files that are dragged over the page. @returns true while they are over it */
export function useFileDrag({ isOff, onDrop }: FileDrag): boolean {
  const [isDraggedOver, setDraggedOver] = useState(false);
  const drop = useEffectEvent(onDrop);
  useEffect(() => {
    if (isOff) return undefined;
    // The browser fires dragenter and dragleave for each element below the pointer, so they are counted.
    let depth = 0;
    const updateDepth = (next: number) => {
      depth = Math.max(0, next);
      setDraggedOver(depth > 0);
    };
    const onDrag = (event: DragEvent) => {
      if (!carriesFiles(event.dataTransfer)) return;
      event.preventDefault();
      if (event.type === 'dragenter') updateDepth(depth + 1);
      else if (event.type === 'dragleave') updateDepth(depth - 1);
      else if (event.type === 'drop') {
        updateDepth(0);
        if (event.dataTransfer) drop(event.dataTransfer);
      } else if (event.dataTransfer) event.dataTransfer.dropEffect = 'copy';
    };
    const types = ['dragenter', 'dragover', 'dragleave', 'drop'] as const;
    for (const type of types) window.addEventListener(type, onDrag);
    return () => {
      for (const type of types) window.removeEventListener(type, onDrag);
      setDraggedOver(false);
    };
  }, [isOff]);
  return isDraggedOver;
}
