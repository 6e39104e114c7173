import type { SourceResponder } from '#server/core/media/source-host';
import type { Source } from '#server/core/media/source';

/** Returns bytes of the source, or fails as requested, in tests. */
export const open = async (source: Source, input: unknown): Promise<SourceResponder> => ({
  opened: input,
  async respond(question) {
    if (question === 'die') process.kill(process.pid, 'SIGKILL');
    if (question === 'hang') return new Promise(() => undefined);
    return (await source.read(0, Number(question))).toString('latin1');
  },
});
