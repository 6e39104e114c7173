/** Formats a count in English: 12300 gives "12,300". */
export const formatCount = (count: number): string => String(count).replaceAll(/\B(?=(?:\d{3})+$)/g, ',');

/** Returns a count with its noun: "1 file", "12,300 files", "2 entries". */
export const countOf = (count: number, singular: string, many = `${singular}s`): string =>
  `${formatCount(count)} ${count === 1 ? singular : many}`;
