import { expect, it } from 'vitest';
import { readEvents, type ServerEvent } from './read-events.ts';

it('reads events across chunk boundaries, and skips comments', async () => {
  const text = ': \n\nevent: hello\ndata: {}\n\nevent: job\ndata: {"title":"Çocuk"}\n\nevent: job\ndata: cut';
  const bytes = new TextEncoder().encode(text);
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (let at = 0; at < bytes.length; at += 7) controller.enqueue(bytes.slice(at, at + 7));
      controller.close();
    },
  });
  const events: ServerEvent[] = [];
  await readEvents(body, (event) => events.push(event));
  expect(events).toEqual([
    { name: 'hello', data: '{}' },
    { name: 'job', data: '{"title":"Çocuk"}' },
  ]);
});
