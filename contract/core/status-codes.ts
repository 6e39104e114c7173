import type { ErrorCode } from './error-codes.ts';

const byStatus = new Map<number, ErrorCode>([
  [400, 'request.unreadable'],
  [401, 'session.required'],
  [403, 'permission.missing'],
  [404, 'record.not_found'],
  [405, 'path.method_not_allowed'],
  [408, 'request.timeout'],
  [409, 'record.conflict'],
  [410, 'upload.gone'],
  [412, 'upload.version_unsupported'],
  [413, 'request.too_large'],
  [414, 'request.uri_too_long'],
  [415, 'request.unsupported_encoding'],
  [416, 'file.range_not_satisfiable'],
  [417, 'request.expectation_failed'],
  [422, 'request.invalid'],
  [423, 'upload.locked'],
  [429, 'session.throttled'],
  [431, 'request.headers_too_large'],
  [503, 'server.unavailable'],
  [507, 'storage.full'],
]);

/** Returns the general code of an HTTP status. */
export const codeOfStatus = (status: number): ErrorCode =>
  byStatus.get(status) ?? (status >= 500 ? 'server.failed' : 'request.unreadable');
