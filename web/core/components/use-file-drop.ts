import { useEffect, useEffectEvent, useState } from 'react';
import { audioExtensions } from '#contract/core/media-types';
import { carriesFiles } from '#web/core/lib/dropped-files.ts';

export type DroppedKind = 'image' | 'audio';

const isAudio = (name: string) =>
  audioExtensions.some((extension) => name.toLowerCase().endsWith(`.${extension}`));

/** Returns the type of a file by its media type, otherwise by its name. */
export function kindOfFile({ type, name }: Pick<File, 'type' | 'name'>): DroppedKind | undefined {
  if (type.startsWith('image/')) return 'image';
  return type.startsWith('audio/') || isAudio(name) ? 'audio' : undefined;
}

export interface DropTargets {
  /** True while the form cannot be changed. Files are then ignored. */
  readonly isOff: boolean;
  readonly onFile: (kind: DroppedKind, file: File) => void;
  /** Called with the names of files of other types. */
  readonly onOther: (name: string) => void;
}

/**
 * Handles files dropped anywhere while a form is open. The last file of each type is used.
 * @returns true while files are dragged over the page
 */
export function useFileDrop({ isOff, onFile, onOther }: DropTargets): boolean {
  const [isDraggedOver, setDraggedOver] = useState(false);
  const onDrop = useEffectEvent((files: FileList) => {
    for (const file of files) {
      const kind = kindOfFile(file);
      if (kind) onFile(kind, file);
      else onOther(file.name);
    }
  });
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
        if (event.dataTransfer) onDrop(event.dataTransfer.files);
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
