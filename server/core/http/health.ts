import type { FastifyInstance } from 'fastify';
import { knownErrors } from '#contract/core/errors';
import { AppError } from '#server/core/errors';
import type { Lifecycle } from './lifecycle.ts';

const INTERVAL_MS = 2_000;
const TIMEOUT_MS = 1_500;

export interface Dependency {
  readonly name: string;
  /** @throws AppError with the reason. Any other error means that the dependency does not respond. */
  ping(): Promise<void>;
}

async function checkDependency(dependency: Dependency): Promise<string | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<string>((resolve) => {
    timer = setTimeout(() => resolve(knownErrors.late(dependency.name).message), TIMEOUT_MS);
  });
  const response = dependency.ping().then(
    () => undefined,
    (error: unknown) =>
      error instanceof AppError ? error.message : knownErrors.silent(dependency.name).message,
  );
  try {
    return await Promise.race([response, late]);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Adds the routes `live` and `ready`. The state of `ready` is refreshed in the background, so a request does not load the dependencies.
 * @returns a function that returns the current problems, one message each
 */
export async function addHealth(
  app: FastifyInstance,
  dependencies: readonly Dependency[],
  lifecycle: Lifecycle,
): Promise<() => readonly string[]> {
  let problems: string[] = [];

  const refresh = async () => {
    const responses = await Promise.all(dependencies.map(checkDependency));
    problems = responses.filter((response) => response !== undefined);
  };
  await refresh();
  let timer = setTimeout(function again() {
    void refresh().then(() => {
      if (lifecycle.phase === 'closing') return;
      timer = setTimeout(again, INTERVAL_MS);
      timer.unref();
    });
  }, INTERVAL_MS);
  timer.unref();

  app.addHook('preClose', async () => {
    clearTimeout(timer);
  });

  app.get('/api/health/live', async () => ({ success: true, message: 'OK', data: null }));
  app.get('/api/health/ready', async (_request, reply) => {
    const reasons = lifecycle.phase === 'serving' ? problems : [knownErrors.stopping.message];
    if (reasons.length === 0) return { success: true, message: 'OK', data: null };
    return reply
      .code(503)
      .header('retry-after', '5')
      .send({ success: false, message: reasons.join(' '), data: null, code: knownErrors.stopping.code });
  });
  return () => problems;
}
