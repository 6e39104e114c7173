/** The codes of errors of a database or file storage that cannot be reached. */
const codes = new Set([
  'EAI_AGAIN',
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EPIPE',
  'ETIMEDOUT',
]);

/** Returns true for the code of an error of the network. */
export const isNetworkError = (code: string | undefined): boolean => code !== undefined && codes.has(code);
