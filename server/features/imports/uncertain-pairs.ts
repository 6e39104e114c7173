import type { StoredProposal } from './proposal/stored-proposal.ts';

/** Pairs with less confidence are compared by their content. */
const LEAST_CONFIDENCE = 0.7;

/** Returns true when the audio of a chapter is not certain, so that it is searched by the text. */
export const hasUncertainPairs = ({ chapters }: Pick<StoredProposal, 'chapters'>): boolean =>
  chapters.some(({ confidence }) => confidence !== null && confidence < LEAST_CONFIDENCE);

/** Returns the indexes of the chapters that continue a text of the previous one. */
export function continuedChaptersOf({ chapters }: Pick<StoredProposal, 'chapters'>): number[] {
  return chapters.flatMap(({ texts }, index) => {
    const last = chapters[index - 1]?.texts.at(-1);
    const [first] = texts;
    return first && last && first.text === last.text && first.from === last.to && first.from > 0
      ? [index]
      : [];
  });
}
