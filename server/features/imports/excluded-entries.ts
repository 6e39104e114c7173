import type { ProposalFile, ExcludedEntry } from '#contract/imports/import-proposal';
import { excludedFile } from './proposal/excluded-files.ts';
import type { StoredProposal } from './proposal/stored-proposal.ts';

/** Returns the content that no chapter uses: content excluded by the parser or by a user, and files that no parser reads. */
export function excludedEntriesOf(proposal: StoredProposal, files: readonly ProposalFile[]): ExcludedEntry[] {
  const usedTexts = new Set(proposal.chapters.flatMap(({ texts }) => texts.map(({ text }) => text)));
  const usedAudio = proposal.chapters.flatMap(({ audio }) => audio ?? []);
  const storedEntries = proposal.excluded ?? [];
  const isFileUsed = (file: number) => usedAudio.some((audio) => audio.file === file);
  const unusedTexts = storedEntries.filter(
    ({ text, file }) => (text === null || !usedTexts.has(text)) && (file === null || !isFileUsed(file)),
  );
  const textIds = new Set(unusedTexts.map(({ text }) => text));
  const knownFiles = new Set(unusedTexts.map(({ file }) => file));
  const texts = proposal.texts.flatMap(
    ({ title, beginning, item_count, characters }, text): ExcludedEntry[] =>
      usedTexts.has(text) || textIds.has(text) || item_count === 0
        ? []
        : [
            {
              kind: 'text',
              name: title || beginning,
              reason: 'No chapter has this text.',
              characters,
              seconds: null,
              text,
              file: null,
            },
          ],
  );
  const audios = proposal.audios.flatMap(({ file, start, end, title }): ExcludedEntry[] =>
    knownFiles.has(file) ||
    usedAudio.some((audio) => audio.file === file && audio.start < end && audio.end > start)
      ? []
      : [
          {
            kind: 'audio',
            name: title || (files[file]?.path ?? ''),
            reason: 'No chapter has this audio.',
            characters: null,
            seconds: end - start,
            text: null,
            file,
          },
        ],
  );
  const unreadEntries = files.flatMap(({ path, problem }) =>
    problem === null ? [] : [excludedFile({ kind: 'file', name: path, reason: problem })],
  );
  return [...unusedTexts, ...texts, ...audios, ...unreadEntries];
}
