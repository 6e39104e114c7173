import type { ErrorCode } from '#contract/core/error-codes';
import { codeOfStatus } from '#contract/core/status-codes';

/** Why a call failed. `status` is 0 when no answer came; `http` includes answers whose body says `success: false`. */
export type ApiErrorKind = 'http' | 'network' | 'timeout' | 'aborted';

export interface ApiErrorParts {
  readonly kind: ApiErrorKind;
  readonly status: number;
  /** The stable name of the failure: what to branch on. */
  readonly code?: string | undefined;
  /** Only `message` of the answer's body counts; never a text of the browser. */
  readonly serverMessage?: string | undefined;
  readonly errors?: Readonly<Record<string, string>> | undefined;
  /** Further fields of the server's error, for the calls that have them. */
  readonly details?: Readonly<Record<string, unknown>> | undefined;
}

export class ApiError extends Error implements ApiErrorParts {
  readonly kind: ApiErrorKind;
  readonly status: number;
  /** Of a server that names none, what the contract calls a failure of this status. */
  readonly code: string | undefined;
  readonly serverMessage: string | undefined;
  readonly errors: Readonly<Record<string, string>> | undefined;
  readonly details: Readonly<Record<string, unknown>> | undefined;

  constructor(parts: ApiErrorParts) {
    super(parts.serverMessage ?? `${parts.kind} ${parts.status}`);
    this.name = 'ApiError';
    this.kind = parts.kind;
    this.status = parts.status;
    this.code = parts.code ?? (parts.status >= 400 ? codeOfStatus(parts.status) : undefined);
    this.serverMessage = parts.serverMessage;
    this.errors = parts.errors;
    this.details = parts.details;
  }
}

/** A failure as plain data, fit for the store and for a screen: `message` is what people read. */
export interface ApiErrorDetails extends ApiErrorParts {
  readonly message: string;
}

export const unnamedConflict: ErrorCode = 'record.conflict';
export const sessionRequired: ErrorCode = 'session.required';
export const permissionMissing: ErrorCode = 'permission.missing';

/** The server's message when it sent one, else the catalogue's `fallback`. */
export function toApiErrorDetails(error: unknown, fallback: string): ApiErrorDetails {
  if (!(error instanceof ApiError)) return { kind: 'network', status: 0, message: fallback };
  const { kind, status, code, serverMessage, errors, details } = error;
  return { kind, status, code, serverMessage, errors, details, message: serverMessage ?? fallback };
}

/** Somebody else changed the record since it was read, or a server that knows no codes says so by its status. */
export function isVersionConflict({ code = '' }: Pick<ApiErrorParts, 'code'>): boolean {
  return code.endsWith('.version_conflict') || code === unnamedConflict;
}

export function isAborted(error: unknown): boolean {
  return (
    (error instanceof ApiError && error.kind === 'aborted') ||
    (error instanceof DOMException && error.name === 'AbortError')
  );
}
