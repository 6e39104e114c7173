interface PolicyFactory {
  createPolicy(name: string, rules: { createHTML(markup: string): string }): unknown;
}

/**
 * Installs the only Trusted Types policy of the page. Libraries can still set `innerHTML` of style elements. Markup is escaped, and the
 * browser blocks scripts and script URLs created from text.
 */
export function installTrustedTypes(target: { trustedTypes?: PolicyFactory } = globalThis as never): void {
  target.trustedTypes?.createPolicy('default', { createHTML: (markup) => markup.replaceAll('<', '&lt;') });
}
