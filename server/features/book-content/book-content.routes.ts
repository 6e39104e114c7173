import { z } from 'zod';
import {
  alignOrder,
  alignStarted,
  chapterAudio,
  autosaveRequest,
  autosaveSaved,
  editorClaim,
  bookContent,
  bookContentAutosave,
  bookContentEditor,
  bookContentEndpoints,
  bookContentLongList,
  bookContentLimits,
  bookContentMessages,
  bookContentQuery,
  bookContentVersions,
  bookContentVersionDetail,
  bookContentSave,
  revisionRestore,
} from '#contract/book-content/book-content';
import * as fields from '#contract/core/fields';
import { inItsRelease } from '#server/core/http/in-its-release';
import { readIfMatch } from '#server/core/http/resource.routes';
import { type RouteDefinition, defineRoute } from '#server/core/http/routes';
import type { Autosaves } from './autosaves.ts';
import type { Editors } from './editors.ts';
import type { BookContentService } from './book-content.service.ts';

/** Returns the ID in the path; an invalid ID matches no book. */
export function idOf(body: unknown): number {
  const parseResult = fields.id.safeParse((body as { id?: unknown }).id);
  return parseResult.success ? parseResult.data : 0;
}

/** Returns the number of a saved version; an invalid number matches no version. */
function revisionIn(body: unknown): number {
  const text = String((body as { revision?: unknown }).revision);
  return /^\d{1,9}$/.test(text) ? Number(text) : -1;
}

const bodyLimits = {
  maxBytes: bookContentLimits.maxBodyBytes,
  maxValues: bookContentLimits.maxValues,
} as const;

/** No book has this version: versions start at 1. */
const NO_VERSION = 0;

/** Returns the version in the body, else the one in the `If-Match` header. */
function versionOf(
  input: { readonly version?: number | undefined },
  { headers }: { readonly headers: { readonly 'if-match'?: string | undefined } },
) {
  if (input.version !== undefined) return input.version;
  const versions = readIfMatch(headers['if-match']);
  return versions && (versions.length === 1 ? versions[0] : NO_VERSION);
}

/** Routes that read, save and restore book content. */
export function bookContentRoutes(
  service: BookContentService,
  {
    autosaves,
    editors,
    onOpened,
  }: {
    readonly autosaves: Autosaves;
    readonly editors: Editors;
    readonly onOpened: (bookId: number) => Promise<void>;
  },
): RouteDefinition[] {
  return [
    defineRoute({
      ...bookContentEndpoints.get,
      tag: 'books',
      operationId: 'getBookContent',
      summary: 'Get the content of a book',
      access: 'session',
      query: bookContentQuery,
      response: bookContent,
      longList: bookContentLongList,
      readsRecord: true,
      acceptsRelease: true,
      handle: inItsRelease(async ({ body, query }) => ({
        data: await service.read(idOf(body), query.with_texts ?? true),
      })),
    }),
    defineRoute({
      ...bookContentEndpoints.save,
      tag: 'books',
      operationId: 'saveBookContent',
      summary: 'Save the content of a book',
      access: 'books:edit',
      query: bookContentQuery,
      body: bookContentSave,
      bodyLimits,
      response: bookContent,
      longList: bookContentLongList,
      acceptsRelease: true,
      handle: inItsRelease(async (call) => ({
        data: await service.save(
          { ...call.body, version: versionOf(call.body, call.request) },
          call.query.with_texts ?? true,
          call,
        ),
        message: bookContentMessages.saved,
      })),
    }),
    defineRoute({
      ...bookContentEndpoints.revisions,
      tag: 'books',
      operationId: 'listBookContentVersions',
      summary: 'List content versions of a book',
      access: 'session',
      response: bookContentVersions,
      handle: async ({ body }) => ({ data: { items: await service.revisions(idOf(body)) } }),
    }),
    defineRoute({
      ...bookContentEndpoints.revision,
      tag: 'books',
      operationId: 'getBookContentVersion',
      summary: 'Get a content version of a book',
      access: 'session',
      response: bookContentVersionDetail,
      handle: async ({ body }) => ({ data: await service.revision(idOf(body), revisionIn(body)) }),
    }),
    defineRoute({
      ...bookContentEndpoints.restore,
      tag: 'books',
      operationId: 'restoreBookContent',
      summary: 'Restore a content version of a book',
      access: 'books:edit',
      isRepeatable: true,
      body: revisionRestore,
      response: bookContent,
      longList: bookContentLongList,
      handle: async (call) => ({
        data: await service.restore(call.body, call),
        message: bookContentMessages.restored,
      }),
    }),
    defineRoute({
      ...bookContentEndpoints.chapterAudio,
      tag: 'books',
      operationId: 'addChapterAudio',
      summary: 'Add audio to a chapter',
      access: 'books:edit',
      isRepeatable: true,
      body: chapterAudio,
      response: bookContent,
      longList: bookContentLongList,
      acceptsRelease: true,
      handle: inItsRelease(async (call) => ({
        data: await service.addAudio(call.body, call),
        message: bookContentMessages.audioAdded,
      })),
    }),
    defineRoute({
      ...bookContentEndpoints.align,
      tag: 'books',
      operationId: 'alignBook',
      summary: 'Sync text and audio of a book',
      access: 'books:edit',
      isRepeatable: true,
      body: alignOrder,
      response: alignStarted,
      handle: async (call) => ({
        data: await service.align(call.body, call),
        message: bookContentMessages.alignStarted,
      }),
    }),
    defineRoute({
      ...bookContentEndpoints.readAutosave,
      tag: 'books',
      operationId: 'getBookContentAutosave',
      summary: 'Get the autosave of a book',
      access: 'books:edit',
      response: bookContentAutosave.nullable(),
      handle: async ({ body, user }) => ({ data: await autosaves.read(idOf(body), user.id) }),
    }),
    defineRoute({
      ...bookContentEndpoints.saveAutosave,
      tag: 'books',
      operationId: 'saveBookContentAutosave',
      summary: 'Save the autosave of a book',
      access: 'books:edit',
      isRepeatable: true,
      body: autosaveRequest,
      bodyLimits,
      response: autosaveSaved,
      handle: async (call) => ({
        data: await autosaves.save(call.body, call),
        message: bookContentMessages.autosaveSaved,
      }),
    }),
    defineRoute({
      ...bookContentEndpoints.removeAutosave,
      tag: 'books',
      operationId: 'deleteBookContentAutosave',
      summary: 'Discard the autosave of a book',
      access: 'books:edit',
      isRepeatable: true,
      response: z.null(),
      handle: async (call) => {
        await autosaves.remove(idOf(call.body), call);
        return { data: null, message: bookContentMessages.autosaveRemoved };
      },
    }),
    defineRoute({
      ...bookContentEndpoints.readEditor,
      tag: 'books',
      operationId: 'getBookContentEditor',
      summary: 'Get the editor of a book',
      access: 'session',
      response: bookContentEditor,
      handle: async ({ body, user }) => ({ data: await editors.read(idOf(body), user.id) }),
    }),
    defineRoute({
      ...bookContentEndpoints.beEditor,
      tag: 'books',
      operationId: 'claimBookContent',
      summary: 'Claim a book for editing',
      access: 'books:edit',
      isRepeatable: true,
      isAutomatic: true,
      body: editorClaim,
      response: bookContentEditor,
      handle: async (call) => {
        const editor = await editors.claim(call.body.id, call.body.take_over ?? false, call);
        const heldFor = editor.since === null ? Infinity : Date.now() - Date.parse(editor.since);
        if (editor.is_you && heldFor < bookContentLimits.beatSeconds * 1_000) await onOpened(call.body.id);
        return { data: editor };
      },
    }),
    defineRoute({
      ...bookContentEndpoints.leave,
      tag: 'books',
      operationId: 'releaseBookContent',
      summary: 'Release a book from editing',
      access: 'books:edit',
      isRepeatable: true,
      response: z.null(),
      handle: async (call) => {
        await editors.leave(idOf(call.body), call);
        return { data: null };
      },
    }),
  ];
}
