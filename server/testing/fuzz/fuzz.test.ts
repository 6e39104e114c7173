import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ChildDied, runInChild } from '#server/core/jobs/child';
import { createIdleChildren } from '#server/core/jobs/idle-children';
import { longestBlock } from '../event-loop.ts';
import { seed } from '../seed.ts';
import type { FuzzOrder, FuzzResult } from './fuzz-child.ts';
import { type Sample, samples } from './samples.ts';
import { serverModule } from '#server/core/server-module';

/*
 * Every parser of uploaded files reads mutated copies of a file in its sandbox. Each copy must be accepted or rejected. `FUZZ_MUTATIONS`
 * sets the number of copies of each format.
 */

const mutationCount = Number(process.env['FUZZ_MUTATIONS'] ?? 0);
const SHORT = 2_000;
/** The number of completely decoded copies in a short run. */
const SHORT_SLOW = 50;
/** The number of copies per child process. */
const BATCH = 2_000;
/** The time limit of one copy in milliseconds. It exceeds the limits of the server, because the machine may be busy. */
const MAX_MS = 120_000;
/**
 * The maximum time in milliseconds for which the event loop of this process may be blocked while a child reads. It is measured in long
 * runs.
 */
const MAX_HOLD_MS = 50;

/** Formats with the same sandbox share a child, because starting one takes as long as a thousand small copies. */
const idle = createIdleChildren(60_000);
/** The memory in MiB with which a child reads the next format. A child has 1,024 MiB. */
const MAX_IDLE_MEMORY = 500;

const module = serverModule('testing/fuzz/fuzz-child');
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lectern-fuzz-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Runs a batch. If the child dies, the index of the copy is recorded and the batch continues after it. */
async function runBatch(order: FuzzOrder, ends: number[]): Promise<FuzzResult[]> {
  let index = order.from;
  try {
    const result = await runInChild(module, order, {
      signal: new AbortController().signal,
      limits: { time: 30 * 60_000, silence: MAX_MS, heap: 256, memory: 1_024 },
      sandbox: { write: [order.folder], hasNativeCode: order.parser === 'image' },
      progress: (position) => (index = position),
      idle,
      idleMemory: MAX_IDLE_MEMORY,
    });
    return [result as FuzzResult];
  } catch (error) {
    if (!(error instanceof ChildDied)) throw error;
    ends.push(index);
    const rest = order.from + order.count - index - 1;
    return rest > 0 ? runBatch({ ...order, from: index + 1, count: rest }, ends) : [];
  }
}

async function fuzz({ parser, extension, isSlow }: Sample, sample: FuzzOrder['sample']) {
  const count = mutationCount > 0 ? mutationCount : isSlow ? SHORT_SLOW : SHORT;
  const results: FuzzResult[] = [];
  const ends: number[] = [];
  for (let from = 0; from < count; from += BATCH) {
    const order = { parser, sample, extension, seed, folder, from, count: Math.min(BATCH, count - from) };
    results.push(...(await runBatch(order, ends)));
  }
  const sum = (key: 'read' | 'refused') => results.reduce((total, result) => total + result[key], 0);
  return {
    read: sum('read'),
    refused: sum('refused'),
    ends,
    unexpected: results.flatMap(({ unexpected }) => unexpected),
    slowest: Math.round(Math.max(...results.map(({ slowest }) => slowest.ms))),
  };
}

test.each(samples.map((sample) => [sample.name, sample] as const))(
  '%s: accepts or rejects every mutated copy',
  { timeout: mutationCount > 0 ? 60 * 60_000 : 240_000 },
  async (name, sample) => {
    const original = await sample.make();
    const fuzzRun = fuzz(sample, original);
    if (mutationCount > 0) {
      const blockedMs = Math.round(await longestBlock(() => fuzzRun));
      process.stdout.write(`${name} ${JSON.stringify({ ...(await fuzzRun), holdMs: blockedMs })}\n`);
      expect(blockedMs).toBeLessThan(MAX_HOLD_MS);
    }
    const result = await fuzzRun;
    expect(result.unexpected).toEqual([]);
    expect(result.ends).toEqual([]);
    expect(result.slowest).toBeLessThan(MAX_MS);
    expect(result.read + result.refused).toBeGreaterThanOrEqual(
      mutationCount > 0 ? mutationCount : SHORT_SLOW,
    );
  },
);
