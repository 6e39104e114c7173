import type { FastifyInstance } from 'fastify';

/**
 * The phase of the application. In `starting`, only the warm-up sends requests, which are not logged. In `draining`, the readiness check fails and all requests are served, so the load balancer has time to use
 * another server. In `closing`, every response closes its connection.
 */
export interface Lifecycle {
  phase: 'starting' | 'serving' | 'draining' | 'closing';
}

/** Closes connections after their response in the phase `closing`. Closing the application always starts this phase. */
export function followLifecycle(app: FastifyInstance, lifecycle: Lifecycle): void {
  app.addHook('preClose', async () => {
    lifecycle.phase = 'closing';
  });
  // oxlint-disable-next-line max-params -- The signature is that of Fastify’s hook.
  app.addHook('onSend', (_request, reply, payload, callback) => {
    if (lifecycle.phase === 'closing') reply.header('connection', 'close');
    callback(null, payload);
  });
}
