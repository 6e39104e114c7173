import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';

/**
 * Opens a store that accepts every connection and never responds. With `answer`, it responds to each request with these bytes and then
 * sends nothing without closing the connection.
 */
export async function openSilentStore(response = '') {
  process.env['AWS_ACCESS_KEY_ID'] ??= 'test';
  process.env['AWS_SECRET_ACCESS_KEY'] ??= 'test';
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('data', () => void (response !== '' && socket.write(response)));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    /** The value of BLOB_STORE_URL. */
    url: `s3://blobs?endpoint=http://127.0.0.1:${port}&region=us-east-1`,
    async close(): Promise<void> {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
