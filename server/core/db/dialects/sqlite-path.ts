import { resolve } from 'node:path';

/** The path of the file that `file:PATH` or `file://PATH` names. */
export const sqlitePath = (url: string): string =>
  resolve(decodeURIComponent(url.replace(/^file:(\/\/)?/, '')));
