import type { Endpoint } from '#contract/core/define-resource';

export interface FakeMatch {
  readonly method?: Endpoint['method'];
  /** Exact path below /api, or a pattern. Absent: any. */
  readonly path?: string | RegExp;
}

export interface FakeErrorResponse extends FakeMatch {
  /** 0: no answer at all. Default 500. */
  readonly status?: number;
  readonly message?: string;
  /** Default: what the contract calls a failure of this status. */
  readonly code?: string;
  readonly errors?: Record<string, string>;
  /** Held back until `release()`. */
  readonly isHeld?: boolean;
}

export interface FakeApiRequest {
  readonly method: Endpoint['method'];
  /** Below /api. */
  readonly path: string;
  /** Without `is_admin`, which every call carries; digits are read as a number. */
  readonly query: Readonly<Record<string, unknown>>;
  /** JSON as it was, or a form's fields by name; a repeated `x[]` is a list. */
  readonly body: Readonly<Record<string, unknown>>;
  readonly headers: Readonly<Record<string, string>>;
}
