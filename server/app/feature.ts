import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import type { BlobStore } from '#server/core/blobs/blob-store';
import type { Config } from './config.ts';
import type { Database } from '#server/core/db/open';
import type { RouteDefinition } from '#server/core/http/routes';
import type { JobHandler } from '#server/core/jobs/job';
import type { JobQueue } from '#server/core/jobs/job-queue';
import type { FileStorage } from '#server/core/media/file-storage';
import type { Staging } from '#server/core/media/staging';
import type { Settings } from '#server/core/settings/settings';

/** The log of the process. */
export type Log = FastifyBaseLogger;

/** The infrastructure that every feature can use. A feature that needs another feature declares it in addition. */
export interface Core {
  readonly config: Config;
  readonly database: Database;
  readonly blobs: BlobStore;
  readonly staging: Staging;
  readonly files: FileStorage;
  readonly jobs: JobQueue;
  readonly settings: Settings;
}

/** The server that a feature is mounted on. */
export interface Host {
  readonly app: FastifyInstance;
  readonly version: string;
  /** Returns the names of the dependencies that are unavailable. */
  readonly problems: () => readonly string[];
}

/**
 * A feature as the composition uses it. All members except the name are optional, and nothing runs before it is called: a worker
 * without a server calls only `jobs`. Members for other features are declared next to these, with their own types.
 */
export interface Feature {
  readonly name: string;
  /** Returns the API routes that use the standard pipeline. */
  routes?(host: Host): readonly RouteDefinition[];
  /** Registers hooks, and routes that write their own responses, such as uploads, downloads and events. */
  register?(host: Host): void;
  /** Returns the handlers of background jobs. */
  jobs?(): readonly JobHandler[];
  /** Writes data that was collected during requests, periodically and before the server closes. */
  readonly flush?: { readonly what: string; run(): Promise<void> };
  /** Updates data that is derived from the catalogue while the server runs. */
  readonly refresh?: {
    readonly what: string;
    /** The interval. The default is 30 seconds. */
    readonly everyMs?: number;
    run(signal: AbortSignal, log: Log): Promise<void>;
  };
  /** Deletes expired data, at the start and then hourly. Features run it one after the other. */
  cleanUp?(log: Log): Promise<void>;
  /** Enqueues missing jobs hourly, but not at the start, if the process runs jobs. */
  enqueueMissing?(log: Log): Promise<void>;
}

/** Checks a feature against the interface and preserves the types of its further members. */
export const defineFeature = <F extends Feature>(feature: F): F => feature;
