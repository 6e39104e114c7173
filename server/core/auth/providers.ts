import * as oidc from 'openid-client';
import { knownErrors } from '#contract/core/errors';
import { AppError, appError, notFound, unavailable } from '#server/core/errors';
import { ProviderUnreachable, createBoundedFetch } from './bounded-fetch.ts';
import type { ProviderConfig } from './provider-config.ts';

const TIMEOUT_MS = 5_000;
/** The time after which a discovery document is read again, so that changes apply without a restart. */
const DISCOVERY_LIFETIME_MS = 3_600_000;
/** The time without requests to a provider that did not respond. */
const PAUSE_MS = 10_000;
const CLOCK_TOLERANCE_SECONDS = 30;
const MAX_GROUPS = 1_000;

/** The values of a sign-in that the provider's response must match. They remain on the server. */
export interface ProviderAttempt {
  readonly provider: string;
  readonly redirectUri: string;
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
  /** True if the provider must authenticate the user again. */
  readonly isFresh: boolean;
  /** In milliseconds. */
  readonly startedAt: number;
}

/** The verified claims of a provider about a user. */
export interface ProviderClaims {
  readonly issuer: string;
  readonly subject: string;
  readonly name: string;
  readonly email: string;
  readonly isEmailVerified: boolean;
  readonly groups: readonly string[];
  /** The time of the sign-in at the provider; undefined if the provider does not return it. */
  readonly signedInAt: Date | undefined;
  readonly idToken: string;
}

/** Returns the first error of this class in the chain of causes. */
function causeOf<Kind extends Error>(error: unknown, kind: new (...args: never[]) => Kind): Kind | undefined {
  for (let cause = error, depth = 0; cause instanceof Error && depth < 5; cause = cause.cause, depth++)
    if (cause instanceof kind) return cause;
  return undefined;
}

const isServerError = (error: unknown): boolean => {
  const body = causeOf(error, oidc.ResponseBodyError);
  return body !== undefined && body.status >= 500;
};

/** Returns the error for the client. Its cause contains the library's error for the security log. */
function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  if (causeOf(error, ProviderUnreachable) || isServerError(error))
    return unavailable(knownErrors.providerUnavailable);
  return appError(knownErrors.providerRejected, { cause: error });
}

/** Returns the reason of a rejected sign-in for the security log: an error code, never a value. */
export function reasonOf({ cause }: AppError): string {
  if (cause instanceof oidc.AuthorizationResponseError || cause instanceof oidc.ResponseBodyError)
    return cause.error;
  return cause instanceof Error && 'code' in cause && typeof cause.code === 'string' ? cause.code : '';
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');

function groupsIn(value: unknown): string[] {
  const list: unknown[] = Array.isArray(value) ? value : typeof value === 'string' ? [value] : [];
  return list.filter((group) => typeof group === 'string').slice(0, MAX_GROUPS);
}

async function discover(config: ProviderConfig): Promise<oidc.Configuration> {
  const issuer = new URL(config.issuer);
  const { client_id, client_secret, client_auth } = config;
  const authentication =
    client_secret === undefined
      ? oidc.None()
      : client_auth === 'post'
        ? oidc.ClientSecretPost(client_secret)
        : oidc.ClientSecretBasic(client_secret);
  const metadata = { [oidc.clockTolerance]: CLOCK_TOLERANCE_SECONDS };
  return oidc.discovery(issuer, client_id, metadata, authentication, {
    [oidc.customFetch]: createBoundedFetch(issuer, TIMEOUT_MS),
    timeout: TIMEOUT_MS / 1000,
    execute: [
      // Verifies the signatures of ID tokens even over a direct connection.
      oidc.enableNonRepudiationChecks,
      ...(issuer.protocol === 'http:' ? [oidc.allowInsecureRequests] : []),
    ],
  });
}

/** Reads the discovery document on first use, so that the server starts while a provider is unavailable. */
function createDiscovery(config: ProviderConfig): () => Promise<oidc.Configuration> {
  let current: { readonly since: number; readonly value: Promise<oidc.Configuration> } | undefined;
  let failedAt = 0;
  return async () => {
    const now = Date.now();
    if (now - failedAt < PAUSE_MS) throw unavailable(knownErrors.providerUnavailable);
    if (!current || now - current.since > DISCOVERY_LIFETIME_MS)
      current = { since: now, value: discover(config) };
    try {
      return await current.value;
    } catch {
      current = undefined;
      failedAt = now;
      throw unavailable(knownErrors.providerUnavailable, PAUSE_MS / 1000);
    }
  };
}

/** Creates the sign-in providers of the configuration (OpenID Connect, authorization code flow with PKCE). */
export function createProviders(configs: readonly ProviderConfig[]) {
  const providers = new Map(
    configs.map((config) => [config.id, { config, discovered: createDiscovery(config) }]),
  );

  /** @throws AppError 404 */
  function find(id: string) {
    const provider = providers.get(id);
    if (!provider) throw notFound('sign-in provider');
    return provider;
  }

  /** Returns the claims of the ID token, merged with those of the user-information endpoint if the provider has one. */
  async function readClaims(
    client: oidc.Configuration,
    {
      config,
      tokens,
    }: {
      readonly config: ProviderConfig;
      readonly tokens: oidc.TokenEndpointResponse & oidc.TokenEndpointResponseHelpers;
    },
  ): Promise<ProviderClaims> {
    const idToken = tokens.claims();
    if (!idToken) throw appError(knownErrors.providerRejected);
    const hasUserInfo = client.serverMetadata().userinfo_endpoint !== undefined;
    const userInfo = hasUserInfo ? await oidc.fetchUserInfo(client, tokens.access_token, idToken.sub) : {};
    const claims: Readonly<Record<string, unknown>> = { ...userInfo, ...idToken };
    return {
      issuer: idToken.iss,
      subject: idToken.sub,
      name: textOf(claims['name']) || textOf(claims['preferred_username']),
      email: textOf(claims['email']).toLowerCase(),
      isEmailVerified: claims['email_verified'] === true,
      groups: groupsIn(claims[config.groups_claim]),
      signedInAt: idToken.auth_time === undefined ? undefined : new Date(idToken.auth_time * 1000),
      idToken: tokens.id_token ?? '',
    };
  }

  return {
    configOf: (id: string): ProviderConfig => find(id).config,
    /** Returns the configured name of an issuer; the issuer itself if it is not configured. */
    nameOf: (issuer: string): string => configs.find((config) => config.issuer === issuer)?.name ?? issuer,

    /** Starts a sign-in at a provider. @throws AppError 404, 503 */
    async begin(
      id: string,
      { redirectUri, isFresh }: Pick<ProviderAttempt, 'redirectUri' | 'isFresh'>,
    ): Promise<{ readonly url: string; readonly attempt: ProviderAttempt }> {
      const { config, discovered } = find(id);
      const client = await discovered();
      const attempt: ProviderAttempt = {
        provider: id,
        redirectUri,
        isFresh,
        startedAt: Date.now(),
        state: oidc.randomState(),
        nonce: oidc.randomNonce(),
        verifier: oidc.randomPKCECodeVerifier(),
      };
      const url = oidc.buildAuthorizationUrl(client, {
        redirect_uri: redirectUri,
        scope: config.scopes,
        response_type: 'code',
        state: attempt.state,
        nonce: attempt.nonce,
        code_challenge: await oidc.calculatePKCECodeChallenge(attempt.verifier),
        code_challenge_method: 'S256',
        ...(isFresh && { prompt: 'login', max_age: '0' }),
      });
      return { url: url.href, attempt };
    },

    /**
     * Redeems the response of a provider.
     * @param response the query of the URL that the provider redirected to
     * @throws AppError 422 if a check fails, 503 if the provider does not respond
     */
    async redeem(attempt: ProviderAttempt, response: string): Promise<ProviderClaims> {
      const { config, discovered } = find(attempt.provider);
      try {
        const client = await discovered();
        const address = new URL(attempt.redirectUri);
        address.search = response;
        const tokens = await oidc.authorizationCodeGrant(client, address, {
          expectedState: attempt.state,
          expectedNonce: attempt.nonce,
          pkceCodeVerifier: attempt.verifier,
          idTokenExpected: true,
        });
        return await readClaims(client, { config, tokens });
      } catch (error) {
        throw toAppError(error);
      }
    },

    /**
     * Returns the sign-out URL of a provider; undefined if it has none or does not respond.
     * @param siteAddress returns the address of this product
     */
    async signOutUrl(id: string, idToken: string, siteAddress: () => string): Promise<string | undefined> {
      const provider = providers.get(id);
      if (!provider) return undefined;
      try {
        const client = await provider.discovered();
        if (client.serverMetadata().end_session_endpoint === undefined) return undefined;
        const url = oidc.buildEndSessionUrl(client, {
          post_logout_redirect_uri: `${siteAddress()}/login`,
          ...(idToken !== '' && { id_token_hint: idToken }),
        });
        return url.protocol === 'https:' || url.protocol === 'http:' ? url.href : undefined;
      } catch {
        return undefined;
      }
    },
  };
}

export type Providers = ReturnType<typeof createProviders>;
