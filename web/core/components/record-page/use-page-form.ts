import { useEffect, useMemo, useRef, useState } from 'react';
import type { EditorForm } from '../use-editor-form.ts';

/**
 * Returns the state of the form on the page of a record. `key` changes when the form restarts: after a reset, and with a newer version of
 * the record.
 * @param onSaved receives the saved record; undefined if the response did not include it
 */
export function usePageForm<Item extends { id: number }>(
  storedItem: Item,
  onSaved: (item: Item | undefined) => void,
) {
  const [initialState, setInitialState] = useState({ item: storedItem, count: 0 });
  const [isDirty, setDirty] = useState(false);
  const [isSaving, setSaving] = useState(false);
  const [seen, setSeen] = useState(storedItem);
  if (seen !== storedItem) {
    setSeen(storedItem);
    // An edited form keeps its values. Its next save detects the conflict.
    if (!isDirty && !isSaving) setInitialState({ item: storedItem, count: initialState.count + 1 });
  }

  const latest = useRef(onSaved);
  const isRemoved = useRef(false);
  useEffect(() => {
    latest.current = onSaved;
  });
  useEffect(() => {
    isRemoved.current = false;
    return () => {
      isRemoved.current = true;
    };
  }, []);

  const { item } = initialState;
  const form = useMemo((): EditorForm<Item> => {
    const begin = (next: Item) => {
      setDirty(false);
      setInitialState((before) => ({ item: next, count: before.count + 1 }));
    };
    return {
      item,
      takesFocus: false,
      onDirty: setDirty,
      onSaving: setSaving,
      onCancel: () => begin(item),
      onRestart: () => begin(item),
      onReload: begin,
      onSuccess: () => undefined,
      onSaved(savedItem) {
        setDirty(false);
        setSaving(false);
        latest.current(savedItem);
      },
      isClosed: () => isRemoved.current,
    };
  }, [item]);

  return { form, key: initialState.count, isDirty, isSaving };
}
