import { knownErrors } from '#contract/core/errors';
import type { AudioExtension } from '#contract/core/media-types';
import { appError } from '#server/core/errors';
import type { Inspection } from './audio-child.ts';
import { audioNames } from './audio-types.ts';
import { createFileChildren } from './file-children.ts';
import { serverModule } from '#server/core/server-module';

const children = createFileChildren({
  module: serverModule('core/media/audio-child'),
  noun: 'audio file',
  limits: { time: 20_000, heap: 128, memory: 384, output: 1 },
  idleMemory: 200,
  idleMs: 30_000,
});

export const prepareAudio = children.prepare;

/**
 * Returns the type and duration of an audio file by its content. A child process reads the file.
 * @throws AppError 415 for a type that is not in `audioKinds`, including videos, 422 for a damaged file and for a timeout
 */
export async function inspectAudio(path: string): Promise<{ extension: AudioExtension; seconds: number }> {
  const inspection = (await children.run(path)) as Inspection;
  if (inspection.outcome === 'audio') return { extension: inspection.extension, seconds: inspection.seconds };
  if (inspection.outcome === 'unreadable') throw appError(knownErrors.fileDamaged('audio file'));
  throw appError(knownErrors.fileUnsupported('audio file', audioNames));
}
