import type { SystemNotice } from '#contract/system/system';
import type { Config } from '#server/app/config';

/** Returns the settings of the environment that weaken security. */
export const noticesOf = ({
  trustProxy,
  secretsKeys,
}: Pick<Config, 'trustProxy' | 'secretsKeys'>): SystemNotice[] => [
  ...(trustProxy === true ? (['trust_proxy_all'] as const) : []),
  ...(secretsKeys.current ? [] : (['encryption_key_missing'] as const)),
];

/** Messages for the log. The system page has different ones. */
export const noticeMessages: Readonly<Record<SystemNotice, string>> = {
  trust_proxy_all:
    'TRUST_PROXY=on accepts any address in X-Forwarded-For, so limits by address have no effect. Set the number of proxies or their addresses',
  encryption_key_missing:
    'Secrets of authenticator apps are stored unencrypted, because SECRETS_KEY is not set',
};
