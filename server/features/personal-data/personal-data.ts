import type { Kysely } from 'kysely';
import { auditLogFilter } from '#contract/audit-log/audit-log';
import { allOfAuditLog } from '#server/core/audit-log/read-audit-log';
import { readPermissions } from '#server/core/auth/permissions';
import type { Credential } from '#server/core/auth/sessions';
import type { Schema } from '#server/core/db/schema';
import { identitiesOf } from '#server/features/auth/identities';
import { unpackLarge } from '#server/features/book-content/pack';
import { sessionsOf, tokensOf } from '#server/features/users/credentials';
import type { UserRow } from '#server/features/users/user-rows';

const BATCH = 500;

type Item = Readonly<Record<string, unknown>>;
type Items = Iterable<Item> | AsyncIterable<Item>;
/** Functions that read the lists in sequence. */
type Lists = Readonly<Record<string, () => Items | Promise<Items>>>;

export interface PersonalDataOf {
  readonly db: Kysely<Schema>;
  readonly user: UserRow;
  /** The credential of the session that requests the export. */
  readonly credential: Credential;
  /** Returns the name of a sign-in provider. */
  readonly nameOfIssuer: (issuer: string) => string;
}

/** Yields rows in batches, oldest first. */
async function* byId<Row extends { readonly id: number }>(
  read: (after: number) => Promise<readonly Row[]>,
): AsyncIterable<Row> {
  for (let after = 0; ; ) {
    const rows = await read(after);
    yield* rows;
    const last = rows.at(-1);
    if (last === undefined) return;
    after = last.id;
  }
}

async function* entriesOf({ db, user }: PersonalDataOf): AsyncIterable<Item> {
  for await (const entries of allOfAuditLog(db, auditLogFilter.parse({ actor_id: user.id })))
    for (const { actor: _actor, hash: _hash, ...entry } of entries) yield entry;
}

/** Yields unsaved changes of book content. */
async function* autosavesOf({ db, user }: PersonalDataOf): AsyncIterable<Item> {
  const drafts = db.selectFrom('book_content_autosaves').where('user_id', '=', user.id);
  for (const { book_id } of await drafts.select('book_id').orderBy('book_id').execute()) {
    const autosave = await drafts
      .select(['saved_at', 'document'])
      .where('book_id', '=', book_id)
      .executeTakeFirst();
    if (autosave)
      yield { book_id, saved_at: autosave.saved_at, document: await unpackLarge(autosave.document) };
  }
}

async function* securityEventsOf({ db, user }: PersonalDataOf): AsyncIterable<Item> {
  const rows = byId((after) =>
    db
      .selectFrom('security_events')
      .select(['id', 'at', 'kind', 'user_id', 'actor_id', 'address', 'user_agent', 'detail'])
      .where((eb) => eb.or([eb('user_id', '=', user.id), eb('actor_id', '=', user.id)]))
      .where('id', '>', after)
      .orderBy('id')
      .limit(BATCH)
      .execute(),
  );
  // The address and browser belong to the actor. The details describe the affected user.
  for await (const { address, user_agent, detail, ...event } of rows) {
    const isActor = event.actor_id === user.id || event.actor_id === null;
    yield {
      ...event,
      ...(isActor && { address, user_agent }),
      ...(event.user_id === user.id && { detail }),
    };
  }
}

function listsOf(data: PersonalDataOf): Lists {
  const { db, user, credential, nameOfIssuer } = data;
  const { id } = user;
  return {
    sessions: () => sessionsOf(db, id, credential),
    api_tokens: () => tokensOf(db, id),
    passkeys: () =>
      db
        .selectFrom('passkeys')
        .select(['name', 'created_at', 'last_used_at'])
        .where('user_id', '=', id)
        .orderBy('id')
        .execute(),
    sign_in_providers: () => identitiesOf(db, id, nameOfIssuer),
    security_log: () => securityEventsOf(data),
    audit_log: () => entriesOf(data),
    drafts: () => autosavesOf(data),
    saved_views: () =>
      db
        .selectFrom('list_views')
        .select([
          'id',
          'list',
          'name',
          'query',
          'columns',
          'density',
          'is_shared',
          'created_at',
          'updated_at',
        ])
        .where('user_id', '=', id)
        .orderBy('id')
        .execute(),
    notifications: () =>
      byId((after) =>
        db
          .selectFrom('notifications')
          .select(['id', 'at', 'outcome', 'message', 'attempted_action', 'subject'])
          .where('user_id', '=', id)
          .where('id', '>', after)
          .orderBy('id')
          .limit(BATCH)
          .execute(),
      ),
    comments: () =>
      byId((after) =>
        db
          .selectFrom('release_comments')
          .select(['id', 'release_id', 'text', 'created_at', 'edited_at'])
          .where('user_id', '=', id)
          .where('id', '>', after)
          .orderBy('id')
          .limit(BATCH)
          .execute(),
      ),
    jobs: () =>
      byId((after) =>
        db
          .selectFrom('jobs')
          .select(['id', 'kind', 'title', 'state', 'created_at', 'finished_at'])
          .where('user_id', '=', id)
          .where('id', '>', after)
          .orderBy('id')
          .limit(BATCH)
          .execute(),
      ),
    uploads: () =>
      db
        .selectFrom('uploads')
        .select(['file_name', 'size', 'state', 'created_at'])
        .where('user_id', '=', id)
        .orderBy('created_at')
        .execute(),
    dismissals: () =>
      db
        .selectFrom('dismissals')
        .select(['rule', 'record_id', 'reason', 'created_at'])
        .where('user_id', '=', id)
        .orderBy('created_at')
        .execute(),
  };
}

const accountOf = (user: UserRow) => ({
  id: user.id,
  name: user.name,
  email: user.email,
  role: user.role_name,
  added_permissions: readPermissions(user.added),
  removed_permissions: readPermissions(user.removed),
  preferences: JSON.parse(user.preferences) as unknown,
  avatar: user.avatar_key,
  two_factor_methods: user.two_factor_count,
  created_at: user.created_at,
  updated_at: user.updated_at,
  last_seen_at: user.last_seen_at,
});

/** Writes all data of a user as a JSON stream, without passwords and secrets. */
export async function* writePersonalData(data: PersonalDataOf): AsyncIterable<string> {
  yield `{\n"exported_at": ${JSON.stringify(new Date().toISOString())},\n`;
  yield `"account": ${JSON.stringify(accountOf(data.user))}`;
  for (const [name, read] of Object.entries(listsOf(data))) {
    yield `,\n"${name}": [`;
    let separator = '\n';
    for await (const item of await read()) {
      yield `${separator}${JSON.stringify(item)}`;
      separator = ',\n';
    }
    yield ']';
  }
  yield '\n}\n';
}
