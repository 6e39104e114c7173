import type { SourceAnswers } from '#server/core/media/source-host';
import type { Source } from '#server/core/media/source';

/** Returns bytes of the source, or fails as requested, in tests. */
export const open = async (source: Source, input: unknown): Promise<SourceAnswers> => ({
  opened: input,
  async answer(question) {
    if (question === 'die') process.kill(process.pid, 'SIGKILL');
    if (question === 'hang') return new Promise(() => undefined);
    return (await source.read(0, Number(question))).toString('latin1');
  },
});
