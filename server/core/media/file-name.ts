/** Matches control characters, line breaks and marks that change the direction of text. */
const unprintable = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]+/gu;

/** Returns the name or path of an uploaded file on one line, for display. */
export const printableName = (text: string): string => text.replaceAll(unprintable, ' ');
