import { resolve } from 'node:path';

/** Returns the file path of `file:PATH` or `file://PATH`. */
export const sqlitePath = (url: string): string =>
  resolve(decodeURIComponent(url.replace(/^file:(\/\/)?/, '')));
