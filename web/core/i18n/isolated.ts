const fromRightToLeft =
  /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Nko}\p{Script=Syriac}\p{Script=Thaana}]/u;

/**
 * Returns a text for insertion into a message of another direction. A right-to-left text is enclosed in the Unicode isolates FSI and PDI
 * (UAX #9), so it does not reorder the surrounding text. Other texts are returned unchanged.
 */
export const isolate = (text: string): string => (fromRightToLeft.test(text) ? `\u2068${text}\u2069` : text);
