import type { ReleaseAction, ReleaseProblem } from '#contract/releases/releases';
import type { Lists } from '#server/core/audit-log/list-change';
import { type StoredChange, readChanges } from '#server/core/audit-log/stored-change';
import { lockCatalogue } from '#server/core/db/catalogue';
import type { ReleaseChangeRow } from '#server/core/db/tables/releases';
import { type ReleaseView, applyChange, changesOf } from './release-view.ts';
import { mergeChanges } from './release-writes.ts';

/** All changes of one record in a release. */
export interface RecordChanges {
  readonly first: ReleaseChangeRow;
  readonly last: ReleaseChangeRow;
  readonly action: ReleaseAction;
  readonly changes: readonly StoredChange[];
  readonly problem: ReleaseProblem | null;
}

const keyOf = ({ kind, record_id }: ReleaseChangeRow): string => `${kind} ${record_id}`;

const actionOf = (rows: readonly ReleaseChangeRow[]): ReleaseAction => {
  if (rows.at(-1)?.action === 'deleted') return 'deleted';
  return rows[0]?.action ?? 'changed';
};

/** Merges the problems of the changes of a record. Conflicts of several changes have all fields. */
function mergeProblems(problems: readonly (ReleaseProblem | null)[]): ReleaseProblem | null {
  const definedProblems = problems.filter((problem) => problem !== null);
  const [first] = definedProblems;
  return first
    ? {
        ...first,
        fields: [
          ...new Set(definedProblems.flatMap(({ kind, fields }) => (kind === first.kind ? fields : []))),
        ],
      }
    : null;
}

const noLists: Lists = new Map();

/** Applies a release and returns its changes by record, compared with the live catalogue. */
export async function applyByRecord(view: ReleaseView, releaseId: number): Promise<RecordChanges[]> {
  const { trx, byResource } = view;
  await lockCatalogue(trx);
  const listsOf = async ({ kind, record_id }: ReleaseChangeRow): Promise<Lists> => {
    const { life } = byResource[kind];
    return (await life.find(trx, record_id)) ? life.lists(trx, record_id) : noLists;
  };
  const rows = await changesOf(trx, releaseId);
  const rowsByRecord = Map.groupBy(rows, keyOf);
  const listsBefore = new Map<string, Lists>();
  const listsAfter = new Map<string, Lists>();
  const appliedChanges: Awaited<ReturnType<typeof applyChange>>[] = [];
  for (const row of rows) {
    // Several changes of one record are shown as one, which needs its lists before and after them.
    const isSeveral = (rowsByRecord.get(keyOf(row))?.length ?? 0) > 1;
    if (isSeveral && !listsBefore.has(keyOf(row))) listsBefore.set(keyOf(row), await listsOf(row));
    appliedChanges.push(await applyChange(view, row));
    if (isSeveral) listsAfter.set(keyOf(row), await listsOf(row));
  }
  return [...Map.groupBy(appliedChanges, ({ row }) => keyOf(row))].flatMap(([key, changes]) => {
    const [first] = changes;
    const last = changes.at(-1);
    if (!first || !last) return [];
    const recordChanges =
      changes.length === 1
        ? first.changes
        : mergeChanges(
            changes.flatMap((change) => change.changes),
            listsBefore.get(key) ?? noLists,
            listsAfter.get(key) ?? noLists,
          );
    return {
      first: first.row,
      last: last.row,
      action: actionOf(changes.map(({ row }) => row)),
      changes: recordChanges,
      problem: mergeProblems(changes.map(({ problem }) => problem)),
    };
  });
}

/** Returns the changes of a closed release as they were published. */
export const publishedByRecord = (rows: readonly ReleaseChangeRow[]): RecordChanges[] =>
  [...Map.groupBy(rows, keyOf).values()].flatMap((own) => {
    const [first] = own;
    const last = own.at(-1);
    if (!first || !last) return [];
    return {
      first,
      last,
      action: actionOf(own),
      changes: mergeChanges(
        own.flatMap((row) => readChanges(row.changes)),
        noLists,
        noLists,
      ).concat(own.flatMap((row) => readChanges(row.changes).filter(({ type }) => type === 'list'))),
      problem: null,
    };
  });
