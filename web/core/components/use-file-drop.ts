import { audioExtensions } from '#contract/core/media-types';
import { useFileDrag } from './use-file-drag.ts';

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
  const onDrop = ({ files }: DataTransfer) => {
    for (const file of files) {
      const kind = kindOfFile(file);
      if (kind) onFile(kind, file);
      else onOther(file.name);
    }
  };
  return useFileDrag({ isOff, onDrop });
}
