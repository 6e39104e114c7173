/*
 * Messages about audio and about how well it matches a text. Imports nothing, so that a process that only reads files
 * starts quickly.
 */

/** Problems of an audio file. Times are given as clock times. */
export const audioProblems = {
  damaged: (readUpTo: string, whole: string) =>
    `The file is damaged or cut off: it could be read up to ${readUpTo} of ${whole}.`,
  tooLoud: (places: string) =>
    `The sound is too loud for its file: its tops are cut off in ${places} places.`,
  nothing: 'There is nothing to be heard in it.',
  emptyChannel: 'One of its channels is empty.',
  silence: (seconds: number, at: string) => `There is silence for ${seconds} seconds at ${at}.`,
} as const;

/** Reasons why a text chapter and an audio chapter were matched. */
export const pairReasons = {
  length: (audio: string, characters: string) => `${audio} of sound for ${characters} characters`,
  seconds: (count: number) => `${count} seconds`,
  minutes: (count: number) => `${count} minutes`,
  noAudio: 'No sound was found for this text.',
  noText: 'No text was found for this sound.',
  estimated: 'The audio holds several texts. Its chapter breaks are estimated from their length.',
  twoTexts: (length: string) => `One chapter of sound holds two of the text: ${length}.`,
  twoAudios: (length: string) => `The chapter of the text is read in two of sound: ${length}.`,
  sameTitle: (length: string) => `Same title, and the length fits: ${length}.`,
  sameTitleOtherLength: (length: string) => `Same title, but the length does not fit: ${length}.`,
  samePlace: (length: string) => `Same place in order, and the length fits: ${length}.`,
  samePlaceOtherLength: (length: string) => `Same place in order, but the length does not fit: ${length}.`,
} as const;
