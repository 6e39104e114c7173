import type { SystemNotice } from '#contract/system/system';
import type { Config } from '#server/app/config';

/** Returns the settings of the environment that weaken security. */
export const noticesOf = ({ trustProxy }: Pick<Config, 'trustProxy'>): SystemNotice[] =>
  trustProxy === true ? ['trust_proxy_all'] : [];

/** Sentences for the log. Settings, System has its own. */
export const noticeMessages: Readonly<Record<SystemNotice, string>> = {
  trust_proxy_all:
    'TRUST_PROXY=on accepts any address in X-Forwarded-For, so limits by address have no effect. Set the number of proxies or their addresses',
};
