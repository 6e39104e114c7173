import { readFileSync } from 'node:fs';
import { z } from 'zod';

/* Sign-in providers (OpenID Connect) as the environment describes them. */

const MAX_PROVIDERS = 10;

const isLoopback = (host: string): boolean => ['localhost', '127.0.0.1', '[::1]'].includes(host);

/** Returns true for an address that carries no secret over a network in clear text. */
export function isIssuer(text: string): boolean {
  const url = URL.parse(text);
  if (!url || url.username !== '' || url.search !== '' || url.hash !== '') return false;
  return url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url.hostname));
}

const text = z.string().trim().min(1).max(500);

const providerConfig = z
  .strictObject({
    /** Names the provider in addresses and stored rows. */
    id: z.string().regex(/^[a-z0-9][a-z0-9-]{0,39}$/, 'lower-case letters, digits and hyphens'),
    /** Shown on the sign-in button. */
    name: text.max(60),
    issuer: z.string().refine(isIssuer, 'an https address; http only for localhost'),
    client_id: text,
    /** Absent for a public client. */
    client_secret: z.string().min(1).max(2_000).optional(),
    client_auth: z.enum(['basic', 'post']).default('basic'),
    scopes: text.regex(/(^|\s)openid(\s|$)/, 'must include openid').default('openid email profile'),
    /** The claim that lists the groups of a user. */
    groups_claim: text.default('groups'),
    /** The name of a role by group; the first group that the user is in counts. */
    roles: z.record(text, text).optional(),
    /** The role of users in none of these groups. Without it they cannot sign in. */
    default_role: text.optional(),
    /** Creates an account at the first sign-in with a verified address. */
    create_accounts: z.boolean().default(false),
    /** Links an existing account with the same verified address at the first sign-in. */
    link_by_email: z.boolean().default(false),
    /** Trusts the provider for two-factor authentication. */
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
  /** Descriptions of what is wrong. None repeats a value, which could be a secret. */
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

/** Reads `OIDC_PROVIDERS`: a JSON list, or `file:PATH` of a file with one. */
export function readProviders(setting: string | undefined): ProviderConfigs {
  if (setting === undefined) return withProblems();
  const content = contentOf(setting);
  if (content === undefined) return withProblems('OIDC_PROVIDERS names a file that cannot be read.');
  const { data, error } = providerList.safeParse(parseJson(content));
  if (!error) return { providers: data, problems: [] };
  return withProblems(
    ...error.issues.map(({ path, code, message }) => {
      const place = path.length === 0 ? '' : `, ${path.join('.')}`;
      const reason = code === 'custom' || code === 'invalid_format' ? message : 'missing or invalid';
      return `OIDC_PROVIDERS${place}: ${reason}. It must be a JSON list of providers, as docs/operations.md describes.`;
    }),
  );
}
