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

/** The infrastructure that every feature may use. A feature that needs another one names that beside it. */
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
  /** The dependencies that are down. */
  readonly problems: () => readonly string[];
}

/**
 * A feature as the composition sees it. Everything but the name is optional, and nothing runs before it is asked for: a worker without a
 * server asks for jobs only. What other features may use stands beside these fields, with its own types.
 */
export interface Feature {
  readonly name: string;
  /** The calls of the API that follow the usual pipeline. */
  routes?(host: Host): readonly RouteDefinition[];
  /** Calls that write their answers themselves, such as uploads, downloads and events, and hooks. */
  register?(host: Host): void;
  /** The handlers of background jobs. */
  jobs?(): readonly JobHandler[];
  /** Writes regularly, and before the server closes, what was counted beside the requests. */
  readonly flush?: { readonly what: string; run(): Promise<void> };
  /** Keeps data that is derived from the catalogue up to date while the server runs. */
  readonly refresh?: { readonly what: string; run(signal: AbortSignal): Promise<void> };
  /** Removes what has expired: at the start and then hourly. The features do this one after the other. */
  cleanUp?(log: Log): Promise<void>;
  /** Hourly where the process works off jobs, not at the start. */
  enqueueMissing?(log: Log): Promise<void>;
}

/** Checks a feature against the interface and keeps the types of what it offers to others. */
export const defineFeature = <F extends Feature>(feature: F): F => feature;
