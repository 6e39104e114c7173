import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useApi } from '#web/core/api/api-context.ts';
import { movedList } from '#web/core/lib/move-item.ts';
import { checkReference } from './check-reference.ts';
import type { PastedRow } from './paste-rows.ts';
import {
  changeRow,
  finishCheck,
  startCheck,
  isBlank,
  isComplete,
  newRow,
  referenceOf,
  type RowChange,
  type StoryRow,
} from './story-items.ts';

/** The number of concurrent checks when all rows are validated. */
const CONCURRENT_CHECKS = 4;

export interface Progress {
  readonly done: number;
  readonly total: number;
}

/** The actions for rows; the same object on every render, so that only changed rows are rendered again. */
export interface StoryRowActions {
  edit(key: string, change: RowChange): void;
  /**
   * Appends an empty row.
   * @returns its key
   */
  add(): string;
  /**
   * Inserts rows after the row `key`, instead of it if that row is empty, and at the end without a key.
   * @returns the key of the first one
   */
  insert(pastedRows: readonly PastedRow[], key?: string): string;
  remove(key: string): void;
  move(key: string, step: 1 | -1): void;
  /** Validates one row on the server. */
  validate(key: string): Promise<void>;
  /** Validates all rows that are not validated. */
  validateAll(): Promise<void>;
}

/**
 * Returns the actions for the rows of a story book. It also runs their checks, which stop when `isOpen` is false. No other code may change
 * the rows. `onEdited` receives the field: the key of a row. `onEdited` and `setRows` must be stable.
 */
export function useStoryRows(
  rows: readonly StoryRow[],
  {
    isOpen,
    setRows,
    onEdited,
  }: {
    readonly isOpen: boolean;
    readonly setRows: (rows: readonly StoryRow[]) => void;
    readonly onEdited: (field: string) => void;
  },
) {
  const client = useApi();
  const [progress, setProgress] = useState<Progress>();
  // A check applies its result to the rows at that time.
  const latest = useRef(rows);
  const lifetime = useRef<AbortController>(undefined);
  // A dialog stays mounted during its transition. The result of a check would then mark the next form as edited.
  useEffect(() => {
    if (!isOpen) return undefined;
    const controller = new AbortController();
    lifetime.current = controller;
    return () => controller.abort();
  }, [isOpen]);

  const update = useCallback(
    (next: readonly StoryRow[]) => {
      latest.current = next;
      setRows(next);
    },
    [setRows],
  );

  const actions = useMemo((): StoryRowActions => {
    const find = (key: string) => latest.current.find((row) => row.key === key);
    const replace = (key: string, change: (row: StoryRow) => StoryRow) =>
      update(latest.current.map((row) => (row.key === key ? change(row) : row)));
    const validate = async (key: string) => {
      const row = find(key);
      if (!row || row.validation.state === 'checking') return;
      replace(key, startCheck);
      onEdited(key);
      if (!isComplete(row)) return;
      const reference = referenceOf(row);
      const outcome = await checkReference(client, reference, lifetime.current?.signal);
      const now = find(key);
      if (!outcome || !now) return;
      const next = finishCheck(now, reference, outcome);
      if (next === now) return;
      replace(key, () => next);
      // A save rejected during the check has marked the row.
      onEdited(key);
    };

    return {
      edit(key, change) {
        replace(key, (row) => changeRow(row, change));
        onEdited(key);
      },
      add() {
        const row = newRow();
        update([...latest.current, row]);
        return row.key;
      },
      insert(pastedRows, key) {
        const addedRows = pastedRows.map(newRow);
        const index = latest.current.findIndex((row) => row.key === key);
        const target = latest.current[index];
        const isEmpty = target !== undefined && isBlank(target);
        const position = target ? index + (isEmpty ? 0 : 1) : latest.current.length;
        update(latest.current.toSpliced(position, isEmpty ? 1 : 0, ...addedRows));
        if (isEmpty) onEdited(target.key);
        return addedRows[0]?.key ?? '';
      },
      remove(key) {
        update(latest.current.filter((row) => row.key !== key));
        onEdited(key);
      },
      move(key, step) {
        const index = latest.current.findIndex((row) => row.key === key);
        update(movedList(latest.current, index, index + step));
      },
      validate,
      async validateAll() {
        const isClosed = () => lifetime.current?.signal.aborted === true;
        const queue = latest.current.filter(
          ({ validation: { state } }) => state !== 'valid' && state !== 'checking',
        );
        const total = queue.length;
        let doneCount = 0;
        setProgress({ done: doneCount, total });
        const work = async () => {
          for (let next = queue.shift(); next && !isClosed(); next = queue.shift()) {
            // The row may have been edited, validated or removed during the wait.
            if (find(next.key)?.validation.state !== 'valid') await validate(next.key);
            doneCount += 1;
            setProgress({ done: doneCount, total });
          }
        };
        await Promise.all(Array.from({ length: CONCURRENT_CHECKS }, work));
        setProgress(undefined);
      },
    };
  }, [client, onEdited, update]);

  return { progress, actions };
}
