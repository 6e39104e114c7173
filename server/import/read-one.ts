import type { DraftFile } from '#contract/import-draft';
import type { ReadFile } from './draft/read-file.ts';
import { readCue } from './read/cue.ts';
import { ReadProblem, unreadable } from './read/read-problem.ts';
import type { Source } from '#server/media/source';

const MAX_CUE_BYTES = 1024 * 1024;

/**
 * Reads a file of a known kind. Parsers are loaded with the first file that needs them: somebody waits while this process starts.
 * What cannot be read is left out with its reason; this throws only what the source throws.
 */
export async function readOne(path: string, kind: DraftFile['kind'], source: Source): Promise<ReadFile> {
  const base = { path, size: source.size };
  try {
    switch (kind) {
      case 'audio':
        return { ...base, kind, found: await (await import('./read/audio.ts')).readAudio(source) };
      case 'epub':
        return { ...base, kind, found: await (await import('./read/epub.ts')).readEpub(source) };
      case 'json':
        return { ...base, kind, found: await (await import('./read/book-json.ts')).readBookJson(source) };
      case 'cue':
        if (source.size > MAX_CUE_BYTES) throw unreadable('The cue sheet is too long to be one.');
        return { ...base, kind, sheet: readCue(await source.read(0, source.size)) };
      case 'picture':
        return { ...base, kind };
      default:
        throw new ReadProblem('foreign', 'This is no file that can be imported.');
    }
  } catch (error) {
    if (!(error instanceof ReadProblem)) throw error;
    return { ...base, kind: 'left-out', as: kind, problem: error };
  }
}
