import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Job, isInProgress, jobEndpoints, jobStates, jobsQuery } from '#contract/jobs/jobs';
import { limits } from '#contract/core/limits';
import type { SessionUser, Sessions } from '#server/core/auth/sessions';
import { parse } from '#server/core/parse';
import { readToken, withUser } from '#server/core/http/session';
import { requestedUserId, mayServeAll } from './job-access.ts';
import type { JobList } from './job-list.ts';

const call = 'GET /jobs/events';
const inProgress = jobStates.filter(isInProgress);

const INTERVAL_MS = 1_000;
/** Overlap of each poll with the previous one, because clocks of machines differ and transactions end late. */
const OVERLAP_MS = 5_000;
const COMMENT_INTERVAL_MS = 15_000;
/** Limit of unread bytes per client. */
const MAX_UNREAD_BYTES = 256 * 1024;
/** Maximum number of streams of one account; a new one closes the oldest. */
const MAX_STREAMS = 12;

interface Listener {
  readonly userId: number;
  readonly token: string;
  /** Account whose jobs are reported; undefined for all accounts. */
  readonly accountId: number | undefined;
  readonly stream: Readable;
}

const eventOf = (name: string, data: unknown): string => `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`;

/**
 * Streams changes of jobs of all processes to browsers. While a client is connected, this process polls once a second. A stream ends with
 * its session, when its client does not read, and when the server stops.
 */
export function registerJobEvents(
  app: FastifyInstance,
  deps: { readonly sessions: Sessions; readonly list: JobList; readonly intervalMs?: number },
): void {
  const { sessions, list, intervalMs = INTERVAL_MS } = deps;
  const listeners = new Set<Listener>();
  /** Jobs already reported, by id. Otherwise the overlap would report them again. */
  let reportedJobs = new Map<number, string>();
  let checkedAt = 0;
  let timer: NodeJS.Timeout | undefined;

  const end = (listener: Listener) => {
    listeners.delete(listener);
    listener.stream.push(null);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
    reportedJobs = new Map();
  };

  function sendText(listener: Listener, text: string): void {
    if (!listeners.has(listener)) return;
    if (listener.stream.readableLength > MAX_UNREAD_BYTES) {
      listeners.delete(listener);
      listener.stream.destroy();
    } else listener.stream.push(text);
  }

  /** Ends the streams whose session has ended, or whose user has lost the permission. */
  async function endStale(some: Iterable<Listener>): Promise<void> {
    for (const listener of some) {
      const user = await sessions.findUserOfToken(listener.token);
      if (!user || (listener.accountId === undefined && !mayServeAll(user))) end(listener);
    }
  }

  const marksOf = (job: Job) => `${job.changed_at} ${job.state} ${job.progress} ${job.stage}`;

  async function checkJobs(): Promise<void> {
    const since = new Date(checkedAt - OVERLAP_MS).toISOString();
    const now = Date.now();
    const changedJobs = await list.changedSince(since);
    checkedAt = now;
    const fresh = changedJobs.filter((job) => reportedJobs.get(job.id) !== marksOf(job));
    reportedJobs = new Map(changedJobs.map((job) => [job.id, marksOf(job)]));
    const jobListeners = [...listeners].filter(({ accountId }) =>
      fresh.some(({ user }) => accountId === undefined || user?.id === accountId),
    );
    await endStale(jobListeners);
    for (const listener of jobListeners)
      for (const job of fresh)
        if (listener.accountId === undefined || job.user?.id === listener.accountId)
          sendText(listener, eventOf('job', job));
  }

  let isChecking = false;
  let commentedAt = 0;
  async function sendChanges(): Promise<void> {
    if (isChecking) return;
    isChecking = true;
    try {
      if (Date.now() - commentedAt >= COMMENT_INTERVAL_MS) {
        commentedAt = Date.now();
        await endStale(listeners);
        for (const listener of listeners) sendText(listener, ': \n\n');
      }
      await checkJobs();
    } catch (error) {
      app.log.warn({ err: error }, 'failed to read changed jobs');
    } finally {
      isChecking = false;
    }
  }

  function closeOldestListener(userId: number): void {
    const own = [...listeners].filter((listener) => listener.userId === userId);
    for (const listener of own.slice(0, Math.max(0, own.length - MAX_STREAMS + 1))) end(listener);
  }

  async function listen(
    user: SessionUser,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<FastifyReply> {
    const query = { ...parse(jobsQuery, request.query), state: inProgress };
    const accountId = requestedUserId(user, query.all);
    reply.header('vary', 'accept');
    // Clients that do not expect a stream, such as tools that send every request, would wait for its end.
    if (!request.headers.accept?.includes('text/event-stream')) {
      const { items, total } = await list.list(query, accountId);
      return reply.send({ success: true, message: 'OK', data: { items, total, objects: { total } } });
    }
    sessions.spend(user, call);
    reply.headers({ 'content-type': 'text/event-stream; charset=utf-8', 'x-accel-buffering': 'no' });
    if (request.method === 'HEAD') return reply.send();

    const stream = new Readable({ read: () => undefined });
    const listener: Listener = { userId: user.id, token: readToken(request) ?? '', accountId, stream };
    closeOldestListener(user.id);
    const startedAt = new Date();
    listeners.add(listener);
    stream.once('close', () => end(listener));
    if (!timer) {
      checkedAt = startedAt.getTime();
      commentedAt = startedAt.getTime();
      timer = setInterval(() => void sendChanges(), intervalMs);
    }
    const { items } = await list.list({ ...query, page: 1, items_per_page: limits.maxPageSize }, accountId);
    sendText(listener, eventOf('hello', { now: startedAt.toISOString() }));
    for (const job of items) sendText(listener, eventOf('job', job));
    return reply.send(stream);
  }

  app.get(`/api${jobEndpoints.events.path}`, (request, reply) =>
    withUser(sessions, { request, call, access: 'session' }, (user) => listen(user, request, reply)),
  );
  app.addHook('preClose', async () => {
    for (const listener of listeners) end(listener);
  });
}
