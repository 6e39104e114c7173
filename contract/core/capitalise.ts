/** Returns a text with a capital first letter: "story books" gives "Story books". */
export const capitalise = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
