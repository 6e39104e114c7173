import { useEffect, useMemo, useRef, useState } from 'react';

export interface EditorTarget<Item> {
  /** Undefined creates a new one. */
  readonly item: Item | undefined;
}

/**
 * The callbacks between a form and its dialog; `useEditor` calls most of them. All functions stay the same for the
 * lifetime of the form.
 */
export interface EditorForm<Item> {
  readonly item: Item | undefined;
  /** Takes the focus by itself: the dialog it appears in has been open before it. */
  readonly takesFocus: boolean;
  readonly onDirty: (isDirty: boolean) => void;
  readonly onSaving: (isSaving: boolean) => void;
  readonly onCancel: () => void;
  /** Begins again with the item. */
  readonly onRestart: () => void;
  /** Takes the stored item in place of the one the form began with. */
  readonly onReload: (stored: Item) => void;
  /** Closes the dialog: it is saved, and what follows from it is still to come. */
  readonly onSuccess: () => void;
  /** The item is undefined when the answer brought none. */
  readonly onSaved: (item: Item | undefined) => void;
  /** True if the dialog was closed, or opened for another record, while the form was saved. */
  readonly isClosed: () => boolean;
}

interface EditorFormOptions {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly onSaved: (isNew: boolean) => void;
}

/** The dialog's state of its form. `key` changes whenever the form must be mounted anew. */
export function useEditorForm<Item extends { id: number; version?: number | undefined }>(
  target: EditorTarget<Item> | undefined,
  options: EditorFormOptions,
) {
  const [opening, setOpening] = useState({ target, number: 0 });
  if (opening.target !== target) setOpening({ target, number: opening.number + 1 });
  // Of which opening they are: what an earlier form still has to say is not about this one.
  const [dirty, setDirty] = useState(-1);
  const [saving, setSaving] = useState(-1);
  // An edit conflict's way out replaces the stored item under the open dialog, and so begins again.
  const [restart, setRestart] = useState<{ opening: number; count: number; item: Item | undefined }>();
  const isRestarted = restart !== undefined && restart.opening === opening.number;
  const item = isRestarted ? restart.item : target?.item;

  const latest = useRef({ ...options, opening: opening.number });
  useEffect(() => {
    latest.current = { ...options, opening: opening.number };
  });

  const { number } = opening;
  const form = useMemo((): EditorForm<Item> | undefined => {
    if (!target) return undefined;
    const isClosed = () => !latest.current.isOpen || latest.current.opening !== number;
    const close = () => {
      if (!isClosed()) latest.current.onClose();
    };
    const mark = (set: typeof setDirty) => (is: boolean) =>
      set((before) => (is ? Math.max(before, number) : before === number ? -1 : before));
    const begin = (stored: Item | undefined) => {
      setDirty(-1);
      setRestart((before) => ({ opening: number, count: (before?.count ?? 0) + 1, item: stored }));
    };
    return {
      item,
      takesFocus: isRestarted,
      onDirty: mark(setDirty),
      onSaving: mark(setSaving),
      onCancel: () => latest.current.onClose(),
      onRestart: () => begin(item),
      onReload: begin,
      onSuccess: close,
      onSaved() {
        close();
        latest.current.onSaved(target.item === undefined);
      },
      isClosed,
    };
  }, [target, number, item, isRestarted]);

  return {
    form,
    key: `${number}-${isRestarted ? restart.count : 0}`,
    isDirty: dirty === number,
    isSaving: saving === number,
  };
}
