import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import { createThrottles } from '#server/core/auth/throttles';
import { runInBackground } from './background.ts';
import { type FeatureDeps, type Features, createFeatures } from './features.ts';
import { addReference } from '#server/core/http/api-docs/reference.routes';
import { createHttpServer } from '#server/core/http/create-http-server';
import { addHealth } from '#server/core/http/health';
import type { Lifecycle } from '#server/core/http/lifecycle';
import { mountRoute } from '#server/core/http/mount-route';
import { servePages } from '#server/core/http/static';
import { productNameOf } from '#server/core/settings/product';
import { warmUp } from './warm-up.ts';

export interface AppDeps extends FeatureDeps {
  readonly version: string;
  /** Created here unless the caller also needs them. */
  readonly features?: Features;
  /** Set by a caller that stops the process. Without it, the app serves until it is closed. */
  readonly lifecycle?: Lifecycle;
  readonly logger?: FastifyBaseLogger;
  /** True if the app will listen: it runs background work, and the first reads of users run before it is returned. */
  readonly willListen?: boolean;
}

/** Builds the server with the given dependencies. The caller listens and closes. */
export async function buildApp(deps: AppDeps): Promise<FastifyInstance> {
  const { config, database, blobs, staging, settings, version, lifecycle = { phase: 'serving' } } = deps;
  const { list, sessions, page } = deps.features ?? createFeatures(deps);
  const { app, methodsOf } = createHttpServer({
    trustProxy: config.trustProxy,
    logger: deps.logger,
    lifecycle,
    explain: (error) => database.explain(error),
  });
  const dependencies = [
    { name: 'database', ping: () => database.ping() },
    { name: 'file storage', ping: () => blobs.ping() },
  ];
  const host = { app, version, problems: await addHealth(app, dependencies, lifecycle) };

  const throttles = createThrottles(database.kysely);
  const routes = list.flatMap((feature) => feature.routes?.(host) ?? []);
  for (const feature of list) feature.register?.(host);
  const warmUps = routes.flatMap((route) => mountRoute(app, route, { sessions, throttles, staging }));
  if (deps.willListen) runInBackground(app, list);
  addReference(app, { routes, title: () => productNameOf(settings), version });
  await servePages(app, { page, config, methodsOf });
  if (deps.willListen) await warmUp(app, warmUps, (error) => void database.explain(error));
  if (lifecycle.phase === 'starting') lifecycle.phase = 'serving';
  return app;
}
