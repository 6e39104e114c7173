import { expect, test } from 'vitest';
import { createIdleChildren } from '#server/core/jobs/idle-children';
import { sourceOfBuffer } from './source.ts';
import { type SourceChildOptions, openSourceChild } from './source-child.ts';
import { serverModule } from '#server/core/server-module';

const module = serverModule('testing/example-source-child');
const source = sourceOfBuffer(Buffer.from('the bytes of a file'));
const open = (options: Partial<SourceChildOptions> = {}) =>
  openSourceChild(module, source, {
    input: 'order',
    signal: new AbortController().signal,
    limits: { time: 60_000, heap: 128, memory: 300 },
    ...options,
  });

test('reads a file that it cannot open, and the next one after it', async () => {
  const idle = createIdleChildren(5_000);
  const first = await open({ idle });
  expect([first.opened, await first.request(3), await first.request(9)]).toEqual([
    'order',
    'the',
    'the bytes',
  ]);
  first.close();
  await expect(first.request(3)).rejects.toThrow('closed');
  const second = await open({ idle, input: 'next' });
  expect([second.opened, await second.request(3)]).toEqual(['next', 'the']);
  second.close();
});

test('fails only the file whose child dies or does not respond', async () => {
  const dyingChild = await open();
  await expect(dyingChild.request('die')).rejects.toMatchObject({ status: 503 });
  await expect(dyingChild.request(3)).rejects.toMatchObject({ status: 503 });
  const silent = await open({ limits: { time: 3_000, heap: 128, memory: 300 } });
  await expect(silent.request('hang')).rejects.toMatchObject({ status: 422, message: /timed out/ });
});
