import { createHash } from 'node:crypto';
import { createInterface } from 'node:readline';
import { OperatorError } from '#server/core/errors';
import { type Sink, openSource } from './archive-location.ts';

/*
 * The list of an archive contains the keys of its shared files. It is stored next to the archive without encryption, so files without
 * references are found without the passphrase. The last line is a hash of the other lines.
 */

const HASH = 'sha256 ';

export function createSharedListWriter(sink: Sink) {
  const hash = createHash('sha256');
  return {
    async add(key: string): Promise<void> {
      hash.update(`${key}\n`);
      await sink.write(Buffer.from(`${key}\n`));
    },
    async finish(): Promise<void> {
      await sink.write(Buffer.from(`${HASH}${hash.digest('hex')}\n`));
      await sink.finish();
    },
    discard: () => sink.discard(),
  };
}

export type SharedListWriter = ReturnType<typeof createSharedListWriter>;

/** Reads the list of an archive. @throws OperatorError when the list is missing or damaged */
export async function readSharedList(location: string, onKey: (key: string) => void): Promise<void> {
  const hash = createHash('sha256');
  let last = '';
  for await (const line of createInterface({ input: await openSource(location) })) {
    if (last !== '') {
      hash.update(`${last}\n`);
      onKey(last);
    }
    last = line;
  }
  if (last !== `${HASH}${hash.digest('hex')}`)
    throw new OperatorError(`The list of files at ${location} is damaged.`);
}
