import type { ProposalFile } from '#contract/imports/import-proposal';
import type { ReadFile } from './proposal/read-file.ts';
import { readCue } from './parsers/cue.ts';
import { ParseError, unreadable } from './parsers/parse-error.ts';
import type { Source } from '#server/core/media/source';

const MAX_CUE_BYTES = 1024 * 1024;

/**
 * Parses a file of a known type. Parsers are loaded with the first file that needs them, so that the process starts fast. Unreadable files
 * are skipped with a reason; only errors of the source are thrown.
 */
export async function readOne(path: string, kind: ProposalFile['kind'], source: Source): Promise<ReadFile> {
  const base = { path, size: source.size };
  try {
    switch (kind) {
      case 'audio':
        return { ...base, kind, found: await (await import('./parsers/audio.ts')).readAudio(source) };
      case 'epub':
        return { ...base, kind, found: await (await import('./parsers/epub.ts')).readEpub(source) };
      case 'json':
        return { ...base, kind, found: await (await import('./parsers/book-json.ts')).readBookJson(source) };
      case 'cue':
        if (source.size > MAX_CUE_BYTES) throw unreadable('The cue sheet is too large.');
        return { ...base, kind, spreadsheet: readCue(await source.read(0, source.size)) };
      case 'image':
        return { ...base, kind };
      default:
        throw new ParseError('unsupported', 'This file type isn’t supported.');
    }
  } catch (error) {
    if (!(error instanceof ParseError)) throw error;
    return { ...base, kind: 'unread', as: kind, problem: error };
  }
}
