import { useEffect, useMemo, useRef, useState } from 'react';

export interface EditorTarget<Item> {
  /** Undefined creates a new record. */
  readonly item: Item | undefined;
}

/** The callbacks between a form and its dialog. `useEditor` calls most of them. All functions are stable for the lifetime of the form. */
export interface EditorForm<Item> {
  readonly item: Item | undefined;
  /** True if the form must focus its first field itself, because its dialog was already open. */
  readonly takesFocus: boolean;
  readonly onDirty: (isDirty: boolean) => void;
  readonly onSaving: (isSaving: boolean) => void;
  readonly onCancel: () => void;
  /** Restarts the form with the item. */
  readonly onRestart: () => void;
  /** Replaces the initial item with the stored one. */
  readonly onReload: (storedItem: Item) => void;
  /** Closes the dialog after the save. Further effects of the save may be pending. */
  readonly onSuccess: () => void;
  /** Called with the saved item; undefined if the response did not include it. */
  readonly onSaved: (item: Item | undefined) => void;
  /** Returns true if the dialog was closed, or opened for another record, during the save. */
  readonly isClosed: () => boolean;
}

interface EditorFormOptions {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly onSaved: (isNew: boolean) => void;
}

/** Returns the state of the form of a dialog. `key` changes whenever the form must be remounted. */
export function useEditorForm<Item extends { id: number; version?: number | undefined }>(
  target: EditorTarget<Item> | undefined,
  options: EditorFormOptions,
) {
  const [opening, setOpening] = useState({ target, number: 0 });
  if (opening.target !== target) setOpening({ target, number: opening.number + 1 });
  // The numbers of openings. Late callbacks of an earlier form are ignored.
  const [dirty, setDirty] = useState(-1);
  const [saving, setSaving] = useState(-1);
  // Resolving an edit conflict replaces the stored item in the open dialog and restarts the form.
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
    const begin = (storedItem: Item | undefined) => {
      setDirty(-1);
      setRestart((before) => ({ opening: number, count: (before?.count ?? 0) + 1, item: storedItem }));
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
