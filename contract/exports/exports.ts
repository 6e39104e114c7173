/* Formats of an export. */
export const exportKinds = ['epub', 'zip', 'json', 'srt', 'vtt', 'txt', 'times'] as const;
/** Formats with times. They also exist for a single chapter. */
export const timedKinds = ['srt', 'vtt', 'txt', 'times'] as const satisfies readonly ExportKind[];
export type TimedKind = (typeof timedKinds)[number];
export type ExportKind = (typeof exportKinds)[number];
