import type { ErrorCode } from '#contract/core/error-codes';
import { codeOfStatus } from '#contract/core/status-codes';

/** The type of a request error. `status` is 0 without a response. `http` includes responses whose body contains `success: false`. */
export type ApiErrorKind = 'http' | 'network' | 'timeout' | 'aborted';

export interface ApiErrorFields {
  readonly kind: ApiErrorKind;
  readonly status: number;
  /** The stable error code. Code that handles errors uses it. */
  readonly code?: string | undefined;
  /** The `message` of the response body. Never a text of the browser. */
  readonly serverMessage?: string | undefined;
  readonly errors?: Readonly<Record<string, string>> | undefined;
  /** Further fields of the server's error, for some requests. */
  readonly details?: Readonly<Record<string, unknown>> | undefined;
}

export class ApiError extends Error implements ApiErrorFields {
  readonly kind: ApiErrorKind;
  readonly status: number;
  /** The code of the server. Without one, the code that the contract defines for the status. */
  readonly code: string | undefined;
  readonly serverMessage: string | undefined;
  readonly errors: Readonly<Record<string, string>> | undefined;
  readonly details: Readonly<Record<string, unknown>> | undefined;

  constructor(fields: ApiErrorFields) {
    super(fields.serverMessage ?? `${fields.kind} ${fields.status}`);
    this.name = 'ApiError';
    this.kind = fields.kind;
    this.status = fields.status;
    this.code = fields.code ?? (fields.status >= 400 ? codeOfStatus(fields.status) : undefined);
    this.serverMessage = fields.serverMessage;
    this.errors = fields.errors;
    this.details = fields.details;
  }
}

/** An error as plain data for the store and the screens. `message` is the text for users. */
export interface ApiErrorDetails extends ApiErrorFields {
  readonly message: string;
}

export const unnamedConflict: ErrorCode = 'record.conflict';
export const sessionRequired: ErrorCode = 'session.required';
export const permissionMissing: ErrorCode = 'permission.missing';
export const releaseUnsupported: ErrorCode = 'releases.unsupported';

/** Returns the details of an error. The message is the server's if it sent one, otherwise `fallback`. */
export function toApiErrorDetails(error: unknown, fallback: string): ApiErrorDetails {
  if (!(error instanceof ApiError)) return { kind: 'network', status: 0, message: fallback };
  const { kind, status, code, serverMessage, errors, details } = error;
  return { kind, status, code, serverMessage, errors, details, message: serverMessage ?? fallback };
}

/** Returns true if another user changed the record since it was read. Servers without error codes report it by status. */
export function isVersionConflict({ code = '' }: Pick<ApiErrorFields, 'code'>): boolean {
  return code.endsWith('.version_conflict') || code === unnamedConflict;
}

export function isAborted(error: unknown): boolean {
  return (
    (error instanceof ApiError && error.kind === 'aborted') ||
    (error instanceof DOMException && error.name === 'AbortError')
  );
}
