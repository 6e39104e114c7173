import { expect, it } from 'vitest';
import { readEvents, type ServerEvent } from './read-events.ts';

it('reads events across chunk boundaries, and skips comments', async () => {
  const text = ': \n\nevent: hello\ndata: {}\n\nevent: job\ndata: {"title":"Çocuk"}\n\nevent: job\ndata: cut';
  const bytes = new TextEncoder().encode(text);
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (let offset = 0; offset < bytes.length; offset += 7)
        controller.enqueue(bytes.slice(offset, offset + 7));
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
