import type { BookContent } from '#contract/book-content/book-content';
import { listChanges } from '#server/core/audit-log/list-change';
import type { WriteContext } from '#server/core/resource/resource-service';
import { readBookContent, revisionOf } from '#server/features/book-content/book-content-rows';
import type { UploadedAudio } from '#server/features/book-content/chapter-audio';
import { type SaveOrder, saveBookContent } from '#server/features/book-content/save-book-content';
import {
  type HeldContent,
  contentChanges,
  isUnchanged,
  readContent,
  withReservedIds,
} from './release-content.ts';
import { type ViewDeps, applyChanges, hashOfList, readHashes } from './release-view.ts';
import { type ReleaseWrites, isAbout } from './release-writes.ts';

/** Creates a function that saves the content of a book in a release. It has the rules, responses and errors of the live save. */
export function createContentWrites(
  { database, settings }: Pick<ViewDeps, 'database' | 'settings'>,
  { save, steps }: ReleaseWrites,
) {
  return async function saveContent(
    releaseId: number,
    input: SaveOrder,
    {
      context,
      uploads,
    }: { readonly context: WriteContext; readonly uploads: ReadonlyMap<string, UploadedAudio> },
  ): Promise<void> {
    await save(
      { releaseId, kind: 'books' },
      {
        id: input.id,
        context,
        uploads,
        async run({ view, target }, rows) {
          const { trx } = view;
          const { id } = input;
          const index = rows.findIndex((row) => isAbout(target)(row) && readContent(row) !== undefined);
          const earlier = rows[index];
          await applyChanges(view, earlier ? rows.slice(0, index) : rows);
          const before = await steps.stateOf(view, target);
          const liveRevision = await revisionOf(trx, id);
          const content: BookContent = await readBookContent(trx, id, true);
          if (earlier) await applyChanges(view, rows.slice(index));
          await saveBookContent(trx, input, {
            userId: context.user.id,
            settings: settings.values(),
            uploads,
          });
          const newContent = await readBookContent(trx, id, true);
          const earlierContent = earlier && readContent(earlier);
          const heldContent = contentChanges(content, newContent, {
            ...earlierContent?.uploads,
            ...Object.fromEntries(uploads),
          });
          const obsolete = earlier ? [earlier] : [];
          if (isUnchanged(content, heldContent.chapters))
            return { item: newContent, obsolete, change: undefined };
          const lists = before?.lists ?? new Map();
          const changes = listChanges(lists, await view.byResource.books.life.lists(trx, id)).filter(
            ({ field }) => field === 'chapters',
          );
          const withChapters = (chapters: HeldContent['chapters']) => {
            const revision = earlierContent?.revision ?? liveRevision;
            return {
              // It retains the place of the earlier change, because changes that follow may depend on it.
              ...(earlier && { id: earlier.id }),
              name: newContent.name,
              action: 'changed' as const,
              input: JSON.stringify({ ...heldContent, chapters, revision } satisfies HeldContent),
              changes: JSON.stringify(changes),
              list_hashes: earlier
                ? JSON.stringify(readHashes(earlier))
                : JSON.stringify({ chapters: hashOfList(lists, 'chapters') }),
              base_version: earlier?.base_version ?? before?.version ?? 0,
            };
          };
          return {
            item: newContent,
            obsolete,
            change: undefined,
            complete: async (outer) =>
              withChapters(
                await withReservedIds(heldContent.chapters, earlierContent?.chapters ?? [], (table, count) =>
                  database.dialect.reserveIds(outer, table, count),
                ),
              ),
          };
        },
      },
    );
  };
}

export type SaveContentInRelease = ReturnType<typeof createContentWrites>;
