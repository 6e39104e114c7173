import { z } from 'zod';
import {
  alignOrder,
  alignStarted,
  chapterAudio,
  draftSave,
  draftSaved,
  editorClaim,
  inside,
  insideDraft,
  insideEditor,
  insideEndpoints,
  insideLongList,
  insideLimits,
  insideMessages,
  insideQuery,
  insideRevisions,
  insideRevisionWhole,
  insideSave,
  revisionRestore,
} from '#contract/inside';
import * as fields from '#contract/fields';
import { readIfMatch } from '#server/http/resource-routes';
import { type RouteDefinition, defineRoute } from '#server/http/routes';
import type { Drafts } from './drafts.ts';
import type { Editors } from './editors.ts';
import type { InsideService } from './inside.service.ts';

/** Of a path; one that is no id is nobody's. */
export function idOf(body: unknown): number {
  const parsed = fields.id.safeParse((body as { id?: unknown }).id);
  return parsed.success ? parsed.data : 0;
}

/** A number of a saved inside; what is none is nobody's. */
function revisionIn(body: unknown): number {
  const text = String((body as { revision?: unknown }).revision);
  return /^\d{1,9}$/.test(text) ? Number(text) : -1;
}

const bodyLimits = { maxBytes: insideLimits.maxBodyBytes, maxValues: insideLimits.maxValues } as const;

/** No book has it: versions begin with 1. */
const NO_VERSION = 0;

/** The version of the body, else that of an `If-Match` header with one. */
function versionOf(
  sent: { readonly version?: number | undefined },
  { headers }: { readonly headers: { readonly 'if-match'?: string | undefined } },
) {
  if (sent.version !== undefined) return sent.version;
  const versions = readIfMatch(headers['if-match']);
  return versions && (versions.length === 1 ? versions[0] : NO_VERSION);
}

/** The inside of a book: read, saved, brought back. */
export function insideRoutes(
  service: InsideService,
  drafts: Drafts,
  editors: Editors,
  /** Somebody has begun to edit the book. */
  onOpened: (bookId: number) => Promise<void>,
): RouteDefinition[] {
  return [
    defineRoute({
      ...insideEndpoints.get,
      tag: 'books',
      operationId: 'getInside',
      summary: 'Read the inside of a book',
      access: 'session',
      query: insideQuery,
      answer: inside,
      longList: insideLongList,
      readsRecord: true,
      handle: async ({ body, query }) => ({ data: await service.read(idOf(body), query.with_texts ?? true) }),
    }),
    defineRoute({
      ...insideEndpoints.save,
      tag: 'books',
      operationId: 'saveInside',
      summary: 'Save the inside of a book',
      access: 'books:edit',
      query: insideQuery,
      body: insideSave,
      bodyLimits,
      answer: inside,
      longList: insideLongList,
      handle: async (call) => ({
        data: await service.save(
          { ...call.body, version: versionOf(call.body, call.request) },
          call.query.with_texts ?? true,
          call,
        ),
        message: insideMessages.saved,
      }),
    }),
    defineRoute({
      ...insideEndpoints.revisions,
      tag: 'books',
      operationId: 'listInsideRevisions',
      summary: 'List the saved insides of a book',
      access: 'session',
      answer: insideRevisions,
      handle: async ({ body }) => ({ data: { items: await service.revisions(idOf(body)) } }),
    }),
    defineRoute({
      ...insideEndpoints.revision,
      tag: 'books',
      operationId: 'getInsideRevision',
      summary: 'Read a saved inside of a book',
      access: 'session',
      answer: insideRevisionWhole,
      handle: async ({ body }) => ({ data: await service.revision(idOf(body), revisionIn(body)) }),
    }),
    defineRoute({
      ...insideEndpoints.restore,
      tag: 'books',
      operationId: 'restoreInside',
      summary: 'Bring a saved inside of a book back',
      access: 'books:edit',
      isRepeatable: true,
      body: revisionRestore,
      answer: inside,
      longList: insideLongList,
      handle: async (call) => ({
        data: await service.restore(call.body, call),
        message: insideMessages.restored,
      }),
    }),
    defineRoute({
      ...insideEndpoints.chapterAudio,
      tag: 'books',
      operationId: 'addChapterAudio',
      summary: 'Give a chapter a sound of its own',
      access: 'books:edit',
      isRepeatable: true,
      body: chapterAudio,
      answer: inside,
      longList: insideLongList,
      handle: async (call) => ({
        data: await service.addAudio(call.body, call),
        message: insideMessages.audioAdded,
      }),
    }),
    defineRoute({
      ...insideEndpoints.align,
      tag: 'books',
      operationId: 'alignBook',
      summary: 'Put the texts of a book into time with its sound',
      access: 'books:edit',
      isRepeatable: true,
      body: alignOrder,
      answer: alignStarted,
      handle: async (call) => ({
        data: await service.align(call.body, call),
        message: insideMessages.alignStarted,
      }),
    }),
    defineRoute({
      ...insideEndpoints.readDraft,
      tag: 'books',
      operationId: 'getInsideDraft',
      summary: 'Read one’s own draft of an inside',
      access: 'books:edit',
      answer: insideDraft.nullable(),
      handle: async ({ body, user }) => ({ data: await drafts.read(idOf(body), user.id) }),
    }),
    defineRoute({
      ...insideEndpoints.saveDraft,
      tag: 'books',
      operationId: 'saveInsideDraft',
      summary: 'Keep a draft of an inside',
      access: 'books:edit',
      isRepeatable: true,
      body: draftSave,
      bodyLimits,
      answer: draftSaved,
      handle: async (call) => ({
        data: await drafts.save(call.body, call),
        message: insideMessages.draftSaved,
      }),
    }),
    defineRoute({
      ...insideEndpoints.removeDraft,
      tag: 'books',
      operationId: 'deleteInsideDraft',
      summary: 'Remove one’s own draft of an inside',
      access: 'books:edit',
      isRepeatable: true,
      answer: z.null(),
      handle: async (call) => {
        await drafts.remove(idOf(call.body), call);
        return { data: null, message: insideMessages.draftRemoved };
      },
    }),
    defineRoute({
      ...insideEndpoints.readEditor,
      tag: 'books',
      operationId: 'getInsideEditor',
      summary: 'Tell who edits an inside',
      access: 'session',
      answer: insideEditor,
      handle: async ({ body, user }) => ({ data: await editors.read(idOf(body), user.id) }),
    }),
    defineRoute({
      ...insideEndpoints.beEditor,
      tag: 'books',
      operationId: 'claimInside',
      summary: 'Say that one edits an inside',
      access: 'books:edit',
      isRepeatable: true,
      body: editorClaim,
      answer: insideEditor,
      handle: async (call) => {
        const editor = await editors.claim(call.body.id, call.body.take_over ?? false, call);
        const heldFor = editor.since === null ? Infinity : Date.now() - Date.parse(editor.since);
        if (editor.is_you && heldFor < insideLimits.beatSeconds * 1_000) await onOpened(call.body.id);
        return { data: editor };
      },
    }),
    defineRoute({
      ...insideEndpoints.leave,
      tag: 'books',
      operationId: 'leaveInside',
      summary: 'Say that one edits an inside no longer',
      access: 'books:edit',
      isRepeatable: true,
      answer: z.null(),
      handle: async (call) => {
        await editors.leave(idOf(call.body), call);
        return { data: null };
      },
    }),
  ];
}
