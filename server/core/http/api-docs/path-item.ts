import type { Parameter } from './parameters.ts';
import type { RequestBody } from './request-bodies.ts';
import type { SchemaReference, Response } from './responses.ts';

export interface Operation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly description?: string;
  readonly security: readonly Readonly<Record<string, readonly string[]>>[];
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: RequestBody;
  readonly responses: Readonly<Record<string, Response | SchemaReference>>;
}

export type Methods = Readonly<
  Partial<Record<'get' | 'head' | 'post' | 'put' | 'patch' | 'delete', Operation>>
>;
export type PathItem = Methods & { readonly servers?: readonly Server[] };

export interface Server {
  readonly url: string;
  readonly description: string;
}
