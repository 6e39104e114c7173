import type { FastifyInstance } from 'fastify';

/**
 * The phase of a shutdown. `leaving`: readiness says so, and everything is served as before, so that whoever
 * distributes requests has time to send them elsewhere. `closing`: every answer is the last one of its connection.
 */
export interface Lifecycle {
  phase: 'serving' | 'leaving' | 'closing';
}

/** Makes the answers of the application follow the lifecycle. Closing the application closes it in any case. */
export function followLifecycle(app: FastifyInstance, lifecycle: Lifecycle): void {
  app.addHook('preClose', async () => {
    lifecycle.phase = 'closing';
  });
  // oxlint-disable-next-line max-params -- The signature is that of Fastify’s hook.
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (lifecycle.phase === 'closing') reply.header('connection', 'close');
    done(null, payload);
  });
}
