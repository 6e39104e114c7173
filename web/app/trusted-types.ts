interface PolicyFactory {
  createPolicy(name: string, rules: { createHTML(markup: string): string }): unknown;
}

/**
 * The page's one Trusted Types policy. Libraries that set `innerHTML` of a style element go on working; text that holds
 * markup arrives as text, and scripts or script addresses made from text are refused by the browser.
 */
export function installTrustedTypes(target: { trustedTypes?: PolicyFactory } = globalThis as never): void {
  target.trustedTypes?.createPolicy('default', { createHTML: (markup) => markup.replaceAll('<', '&lt;') });
}
