import { createHash } from 'node:crypto';
import { createInterface } from 'node:readline';
import { OperatorError } from '#server/core/errors';
import { type Sink, openSource } from './archive-place.ts';

/*
 * The keys of the shared files that an archive refers to, in a file beside it, so that files without a reference are found without the
 * passphrase. The last line is a hash of the others.
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

/** @throws OperatorError when the list is missing or damaged */
export async function readSharedList(place: string, onKey: (key: string) => void): Promise<void> {
  const hash = createHash('sha256');
  let last = '';
  for await (const line of createInterface({ input: await openSource(place) })) {
    if (last !== '') {
      hash.update(`${last}\n`);
      onKey(last);
    }
    last = line;
  }
  if (last !== `${HASH}${hash.digest('hex')}`)
    throw new OperatorError(`The list of files at ${place} is damaged.`);
}
