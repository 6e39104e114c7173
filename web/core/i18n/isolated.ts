const fromRightToLeft =
  /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Nko}\p{Script=Syriac}\p{Script=Thaana}]/u;

/**
 * A text for a sentence in another language. One that is written from right to left is set apart by the marks of Unicode for it
 * (UAX #9, FSI and PDI), so that it does not draw what stands beside it to its other end. Any other stays as it is.
 */
export const isolated = (text: string): string => (fromRightToLeft.test(text) ? `\u2068${text}\u2069` : text);
