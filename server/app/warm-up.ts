import type { FastifyInstance } from 'fastify';

/** Readiness waits no longer than this. */
const WARM_UP_MS = 1_000;

/**
 * Runs the first reads of users before the server reports ready: code is compiled, statements are prepared, and pages of indexes are
 * cached. Changes nothing. An error is logged and does not stop the start.
 * @param onError detects damage of the database
 */
export async function warmUp(
  app: FastifyInstance,
  reads: readonly (() => Promise<void>)[],
  onError: (error: unknown) => void,
): Promise<void> {
  let isLate = false;
  const run = async () => {
    await app.inject({ url: '/' });
    // Looks up a session that does not exist.
    await app.inject({ url: '/api/user/me', headers: { authorization: 'Bearer warm-up' } });
    for (const read of reads) if (!isLate) await read();
  };
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, WARM_UP_MS);
  });
  await Promise.race([
    run().catch((error: unknown) => {
      onError(error);
      app.log.warn({ err: error }, 'failed to warm up');
    }),
    limit,
  ]);
  clearTimeout(timer);
  isLate = true;
}
