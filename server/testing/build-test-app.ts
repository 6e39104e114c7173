import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { InjectOptions } from 'fastify';
import { TOKEN_PREFIX } from '#contract/auth/profile';
import type { Permission } from '#contract/core/permissions';
import { buildApp } from '#server/app/app';
import { createAccounts } from '#server/core/auth/accounts';
import { hashToken, newToken } from '#server/core/auth/tokens';
import type { BlobStore } from '#server/core/blobs/blob-store';
import { createDependencies } from '#server/app/dependencies';
import { type Config, readConfig } from '#server/app/config';
import { createFeatures } from '#server/app/features';
import { insertFiles } from '#server/core/db/files';
import type { Database } from '#server/core/db/open';
import { createReadJob } from '#server/features/imports/parse.jobs';
import { storeBatch } from '#server/features/imports/store-batch';
import type { JobType } from '#contract/jobs/job-types';
import type { JobOutcome } from '#server/core/jobs/job';
import type { OpenApiDocument } from '#server/core/http/api-docs/openapi';
import { createResponseCheck } from './response-check.ts';
import { jobContext } from './job-context.ts';

export interface TestResponse {
  readonly status: number;
  readonly headers: Record<string, unknown>;
  /** The parsed body. Null if it is not JSON. */
  // oxlint-disable-next-line typescript/no-explicit-any -- Tests check the response at runtime, so its type is unknown.
  readonly body: any;
  readonly text: string;
}

export type FormFile = { readonly bytes: Uint8Array; readonly name: string; readonly type?: string };

export interface CallOptions {
  readonly token?: string;
  readonly query?: Record<string, string>;
  readonly json?: unknown;
  /** The bytes that are sent as the body. */
  readonly bytes?: Uint8Array;
  /** The fields of a multipart form. A list repeats the field. */
  readonly form?: Readonly<Record<string, string | readonly string[] | FormFile>>;
  readonly headers?: Record<string, string>;
  readonly address?: string;
}

export type TestApp = Awaited<ReturnType<typeof buildTestApp>>;

async function encodeForm(form: NonNullable<CallOptions['form']>) {
  const data = new FormData();
  for (const [field, value] of Object.entries(form)) {
    if (typeof value === 'string') data.append(field, value);
    else if ('bytes' in value)
      data.append(field, new Blob([Buffer.from(value.bytes)], { type: value.type ?? '' }), value.name);
    else for (const entry of value) data.append(field, entry);
  }
  const response = new Response(data);
  return {
    payload: Buffer.from(await response.arrayBuffer()),
    headers: { 'content-type': response.headers.get('content-type') ?? '' },
  };
}

async function* oneChunk(bytes: Uint8Array) {
  yield bytes;
}

/**
 * Creates the complete application with a database and a blob store, called without a network. Every response is checked against the API
 * reference.
 */
export async function buildTestApp(database: Database, store: BlobStore, overrides: Partial<Config> = {}) {
  const dataDir = await mkdtemp(join(tmpdir(), 'lectern-app-'));
  const config: Config = {
    ...readConfig({ DATA_DIR: dataDir, ADMIN_EMAIL: 'admin@example.org' }),
    ...overrides,
  };
  const deps = await createDependencies({ config, database, store });
  const { blobs, staging, files, jobs, services, settings, imports, bookContents } = deps;
  const features = createFeatures(deps);
  const app = await buildApp({ ...deps, features, version: '0.0.0' });

  const readReference = async () => (await app.inject('/api/openapi.json')).json<OpenApiDocument>();
  let checkResponse: ReturnType<typeof createResponseCheck> | undefined;
  async function call(
    method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'HEAD',
    url: string,
    options: CallOptions = {},
  ): Promise<TestResponse> {
    const form = options.form && (await encodeForm(options.form));
    const request: InjectOptions = {
      method,
      url,
      headers: {
        ...form?.headers,
        ...(options.token !== undefined && { authorization: `Bearer ${options.token}` }),
        ...options.headers,
      },
      ...(options.query && { query: options.query }),
      ...(options.address !== undefined && { remoteAddress: options.address }),
      ...(form
        ? { payload: form.payload }
        : options.bytes
          ? { payload: Buffer.from(options.bytes) }
          : options.json !== undefined && { payload: options.json as object }),
    };
    const response = await app.inject(request);
    const isJson = String(response.headers['content-type']).includes('json');
    const testResponse = {
      status: response.statusCode,
      headers: response.headers,
      body: isJson && response.body !== '' ? (JSON.parse(response.body) as unknown) : null,
      text: response.body,
    };
    checkResponse ??= createResponseCheck(await readReference());
    checkResponse(method, url, testResponse);
    return testResponse;
  }

  return {
    app,
    call,
    readReference,
    config,
    services,
    settings,
    jobs,
    imports,
    bookContents,
    blobs,
    files,
    staging,
    accounts: createAccounts(database.kysely),

    /** Writes data that was collected during requests, as a server does regularly. */
    async flush(): Promise<void> {
      for (const { flush } of features.list) await flush?.run();
    },

    /** Publishes the releases that are due, as a server does regularly. */
    async publishDueReleases(): Promise<void> {
      const { refresh } = features.list.find(({ name }) => name === 'releases') ?? {};
      await refresh?.run(new AbortController().signal, app.log);
    },

    /** Runs a job like a worker. @returns its result */
    async runJob(
      kind: JobType,
      subjectId: number,
      signal: AbortSignal = new AbortController().signal,
    ): Promise<JobOutcome['result']> {
      const handler = features.list
        .flatMap((feature) => feature.jobs?.() ?? [])
        .find((jobHandler) => jobHandler.kind === kind);
      return (await handler?.run(jobContext(subjectId, { signal })))?.result;
    },

    /** Adds an import of one file and reads it like a worker. */
    async addReadImport(path: string, bytes: Uint8Array): Promise<number> {
      const stage = () => staging.receive(path, 'audio', oneChunk(bytes));
      const storedBatches = await storeBatch(files, [{ path, stage }]);
      const { id } = await imports.createStored(storedBatches, null);
      const readJob = createReadJob({
        database,
        jobs,
        blobs,
        staging,
        files,
        quotaBytes: Number.POSITIVE_INFINITY,
        adminEmail: 'admin@example.org',
      });
      const outcome = await readJob.run(jobContext(id));
      await database.kysely.transaction().execute(async (trx) => outcome.commit?.(trx));
      await database.kysely
        .deleteFrom('jobs')
        .where('kind', 'in', [readJob.kind, 'audio-analysis'])
        .execute();
      return id;
    },

    /** Adds a complete upload. Without bytes, only its row exists. */
    async addUpload(id: string, user_id: number, mp3?: Uint8Array): Promise<void> {
      const created_at = new Date().toISOString();
      const stagedFile = mp3 && (await staging.receive('tone.mp3', 'audio', oneChunk(mp3)));
      const file = stagedFile && (await files.storeAs(stagedFile, 'mp3'));
      if (file) await insertFiles(database.kysely, [file]);
      await database.kysely
        .insertInto('uploads')
        .values({
          id,
          user_id,
          import_id: null,
          file_name: file ? 'tone.mp3' : '',
          metadata: '{}',
          size: 1,
          received: 1,
          sha256: null,
          key: file?.key ?? null,
          state: 'ready',
          error: null,
          lock_owner: null,
          lock_until: null,
          lock_requested: 0,
          created_at,
          expires_at: created_at,
        })
        .execute();
    },

    /** Returns the token of a new account with these permissions, without the cost of hashing a password. */
    async tokenFor(permissions: readonly Permission[]): Promise<string> {
      const now = new Date();
      const { id } = await database.kysely
        .insertInto('users')
        .values({
          email: `${newToken().toLowerCase()}@example.org`,
          name: 'Someone',
          password_hash: '',
          added: JSON.stringify(permissions),
          permissions: JSON.stringify(permissions),
          is_suspended: 0,
          version: 1,
          created_at: now.toISOString(),
          updated_at: now.toISOString(),
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      const token = newToken();
      await database.kysely
        .insertInto('sessions')
        .values({
          token_hash: hashToken(token),
          user_id: id,
          address: '',
          user_agent: '',
          created_at: now.toISOString(),
          last_seen_at: now.toISOString(),
          expires_at: new Date(now.getTime() + 3_600_000).toISOString(),
          proven_at: now.toISOString(),
        })
        .execute();
      return token;
    },

    /** Returns an API token of the user of a session. */
    async scriptTokenFor(session: string, permissions: readonly Permission[]): Promise<string> {
      const { user_id } = await database.kysely
        .selectFrom('sessions')
        .select('user_id')
        .where('token_hash', '=', hashToken(session))
        .executeTakeFirstOrThrow();
      const token = `${TOKEN_PREFIX}${newToken()}`;
      const now = new Date();
      await database.kysely
        .insertInto('access_tokens')
        .values({
          token_hash: hashToken(token),
          user_id,
          name: 'A script',
          prefix: token.slice(0, 8),
          permissions: JSON.stringify(permissions),
          created_at: now.toISOString(),
          expires_at: new Date(now.getTime() + 3_600_000).toISOString(),
          last_used_at: null,
        })
        .execute();
      return token;
    },

    async close(): Promise<void> {
      await app.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
