/** One server-sent event. */
export interface ServerEvent {
  readonly name: string;
  readonly data: string;
}

/** Reads a stream of server-sent events to its end. `EventSource` cannot send the token. */
export async function readEvents(
  body: ReadableStream<Uint8Array>,
  onEvent: (event: ServerEvent) => void,
): Promise<void> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let rest = '';
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return;
    const blocks = (rest + decoder.decode(value, { stream: true })).split('\n\n');
    rest = blocks.pop() ?? '';
    for (const block of blocks) {
      const name = /^event: ?(.*)$/m.exec(block)?.[1];
      const data = [...block.matchAll(/^data: ?(.*)$/gm)].map(([, line]) => line).join('\n');
      // A comment only keeps the connection open.
      if (name !== undefined) onEvent({ name, data });
    }
  }
}
