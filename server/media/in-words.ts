const list = new Intl.ListFormat('en-GB', { type: 'disjunction' });

/** "MP3, M4A or WAV". */
export const inWords = (names: readonly string[]): string => list.format(names);
