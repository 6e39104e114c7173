import type { Endpoint } from '#contract/core/define-resource';

export interface FakeMatch {
  readonly method?: Endpoint['method'];
  /** The exact path below /api, or a pattern. Default: any path. */
  readonly path?: string | RegExp;
}

export interface FakeErrorResponse extends FakeMatch {
  /** 0 sends no response. Default: 500. */
  readonly status?: number;
  readonly message?: string;
  /** Default: the code that the contract defines for this status. */
  readonly code?: string;
  readonly errors?: Record<string, string>;
  /** True delays the response until `release()` is called. */
  readonly isDelayed?: boolean;
}

export interface FakeApiRequest {
  readonly method: Endpoint['method'];
  /** The path below /api. */
  readonly path: string;
  /** Without `is_admin`, which every request contains. Digits are parsed as numbers. */
  readonly query: Readonly<Record<string, unknown>>;
  /** The JSON body, or the fields of a form by name. A repeated `x[]` is a list. */
  readonly body: Readonly<Record<string, unknown>>;
  readonly headers: Readonly<Record<string, string>>;
}
