import { readFileSync } from 'node:fs';
import { z } from 'zod';

/* The configuration of sign-in providers (OpenID Connect) from environment variables. */

const MAX_PROVIDERS = 10;

const isLoopback = (host: string): boolean => ['localhost', '127.0.0.1', '[::1]'].includes(host);

/** Returns true for an issuer URL that does not send secrets over a network unencrypted. */
export function isIssuer(text: string): boolean {
  const url = URL.parse(text);
  if (!url || url.username !== '' || url.search !== '' || url.hash !== '') return false;
  return url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url.hostname));
}

const text = z.string().trim().min(1).max(500);

const providerConfig = z
  .strictObject({
    /** Identifies the provider in URLs and stored rows. */
    id: z.string().regex(/^[a-z0-9][a-z0-9-]{0,39}$/, 'lower-case letters, digits and hyphens'),
    /** Shown on the sign-in button. */
    name: text.max(60),
    issuer: z.string().refine(isIssuer, 'an https address; http only for localhost'),
    client_id: text,
    /** Absent for public clients. */
    client_secret: z.string().min(1).max(2_000).optional(),
    client_auth: z.enum(['basic', 'post']).default('basic'),
    scopes: text.regex(/(^|\s)openid(\s|$)/, 'must include openid').default('openid email profile'),
    /** The claim with the groups of a user. */
    groups_claim: text.default('groups'),
    /** Role names by group. The first of the user's groups that is listed applies. */
    roles: z.record(text, text).optional(),
    /** The role of users in none of these groups. If it is absent, they cannot sign in. */
    default_role: text.optional(),
    /** Creates an account at the first sign-in with a verified email address. */
    create_accounts: z.boolean().default(false),
    /** Links the existing account with the same verified email address at the first sign-in. */
    link_by_email: z.boolean().default(false),
    /** Skips two-factor authentication, because the provider is trusted for it. */
    bypass_two_factor: z.boolean().default(false),
  })
  .refine(({ create_accounts, roles, default_role }) => !create_accounts || roles || default_role, {
    path: ['create_accounts'],
    error: 'needs roles or default_role',
  });

export type ProviderConfig = z.output<typeof providerConfig>;

const providerList = z
  .array(providerConfig)
  .max(MAX_PROVIDERS)
  .refine((list) => new Set(list.map(({ id }) => id)).size === list.length, 'each id must be unique')
  .refine(
    (list) => new Set(list.map(({ issuer }) => issuer)).size === list.length,
    'each issuer must be unique',
  );

export interface ProviderConfigs {
  readonly providers: readonly ProviderConfig[];
  /** Error messages. They contain no configured values, since these can be secrets. */
  readonly problems: readonly string[];
}

const withProblems = (...problems: string[]): ProviderConfigs => ({ providers: [], problems });

function parseJson(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}

function contentOf(setting: string): string | undefined {
  if (!setting.startsWith('file:')) return setting;
  try {
    return readFileSync(setting.slice('file:'.length), 'utf8');
  } catch {
    return undefined;
  }
}

/** Parses `OIDC_PROVIDERS`: a JSON list, or `file:PATH` of a file with such a list. */
export function readProviders(setting: string | undefined): ProviderConfigs {
  if (setting === undefined) return withProblems();
  const content = contentOf(setting);
  if (content === undefined) return withProblems('OIDC_PROVIDERS names a file that can’t be read.');
  const { data, error } = providerList.safeParse(parseJson(content));
  if (!error) return { providers: data, problems: [] };
  return withProblems(
    ...error.issues.map(({ path, code, message }) => {
      const location = path.length === 0 ? '' : `, ${path.join('.')}`;
      const reason = code === 'custom' || code === 'invalid_format' ? message : 'missing or invalid';
      return `OIDC_PROVIDERS${location}: ${reason}. It must be a JSON list of providers, as docs/operations.md describes.`;
    }),
  );
}
