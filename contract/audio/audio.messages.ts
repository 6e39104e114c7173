import { countOf } from '#contract/core/format-count';
/*
 * Messages about audio and about its match with a text. The module imports little, so a process that only reads files starts quickly.
 */

/** Problems of an audio file. Times are given as clock times. */
export const audioProblems = {
  damaged: (readUpTo: string, whole: string) =>
    `The file is damaged or incomplete: only ${readUpTo} of ${whole} could be read.`,
  tooLoud: (positions: number) => `The audio is clipped in ${countOf(positions, 'place')}.`,
  nothing: 'The audio is silent.',
  emptyChannel: 'One channel of the audio is empty.',
  silence: (seconds: number, time: string) => `${countOf(seconds, 'second')} of silence at ${time}.`,
} as const;

/** Reasons why a text chapter and an audio chapter were matched. */
export const pairReasons = {
  length: (audio: string, characters: number) => `${audio} of audio for ${countOf(characters, 'character')}`,
  seconds: (count: number) => countOf(count, 'second'),
  minutes: (count: number) => countOf(count, 'minute'),
  noAudio: 'No matching audio found for this text.',
  noText: 'No matching text found for this audio.',
  estimated:
    'The audio contains several text chapters. Their start times are estimated from the length of the text.',
  twoTexts: (length: string) => `One audio chapter matches two text chapters: ${length}.`,
  twoAudios: (length: string) => `One text chapter matches two audio chapters: ${length}.`,
  sameTitle: (length: string) => `Same title and matching duration: ${length}.`,
  sameTitleOtherLength: (length: string) => `Same title, but the duration doesn’t match: ${length}.`,
  samePosition: (length: string) => `Same position and matching duration: ${length}.`,
  samePositionOtherDuration: (length: string) => `Same position, but the duration doesn’t match: ${length}.`,
} as const;
