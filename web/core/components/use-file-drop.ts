import { useEffect, useEffectEvent, useState } from 'react';
import { audioExtensions } from '#contract/core/media-types';
import { carriesFiles } from '#web/core/lib/dropped-files.ts';

export type DroppedKind = 'image' | 'audio';

const isAudio = (name: string) =>
  audioExtensions.some((extension) => name.toLowerCase().endsWith(`.${extension}`));

/** The type of a file by its media type, else by its name. */
export function kindOfFile({ type, name }: Pick<File, 'type' | 'name'>): DroppedKind | undefined {
  if (type.startsWith('image/')) return 'image';
  return type.startsWith('audio/') || isAudio(name) ? 'audio' : undefined;
}

export interface DropTargets {
  /** A form that cannot be changed now takes nothing. */
  readonly isOff: boolean;
  readonly onFile: (kind: DroppedKind, file: File) => void;
  /** Told of files that are neither. */
  readonly onOther: (name: string) => void;
}

/** Takes files that are dropped anywhere while a form is open: the last of each kind counts. @returns whether some are above the page */
export function useFileDrop({ isOff, onFile, onOther }: DropTargets): boolean {
  const [isOver, setOver] = useState(false);
  const onDrop = useEffectEvent((files: FileList) => {
    for (const file of files) {
      const kind = kindOfFile(file);
      if (kind) onFile(kind, file);
      else onOther(file.name);
    }
  });
  useEffect(() => {
    if (isOff) return undefined;
    // Entering and leaving are told for every element on the way.
    let depth = 0;
    const settle = (next: number) => {
      depth = Math.max(0, next);
      setOver(depth > 0);
    };
    const onDrag = (event: DragEvent) => {
      if (!carriesFiles(event.dataTransfer)) return;
      event.preventDefault();
      if (event.type === 'dragenter') settle(depth + 1);
      else if (event.type === 'dragleave') settle(depth - 1);
      else if (event.type === 'drop') {
        settle(0);
        if (event.dataTransfer) onDrop(event.dataTransfer.files);
      } else if (event.dataTransfer) event.dataTransfer.dropEffect = 'copy';
    };
    const types = ['dragenter', 'dragover', 'dragleave', 'drop'] as const;
    for (const type of types) window.addEventListener(type, onDrag);
    return () => {
      for (const type of types) window.removeEventListener(type, onDrag);
      setOver(false);
    };
  }, [isOff]);
  return isOver;
}
