/* What a book can be exported as. */
export const exportKinds = ['epub', 'zip', 'json', 'srt', 'vtt', 'txt', 'times'] as const;
/** Those that tell when texts are spoken; of one chapter, too. */
export const timedKinds = ['srt', 'vtt', 'txt', 'times'] as const satisfies readonly ExportKind[];
export type TimedKind = (typeof timedKinds)[number];
export type ExportKind = (typeof exportKinds)[number];
