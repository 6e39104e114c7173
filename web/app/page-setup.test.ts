import { expect, it, vi } from 'vitest';
import { readSettings } from '#web/core/api/settings.ts';
import { readNonce } from './nonce.ts';
import { installTrustedTypes } from './trusted-types.ts';

it('escapes markup with the Trusted Types policy', () => {
  const createPolicy = vi.fn<(name: string, rules: { createHTML(markup: string): string }) => unknown>();
  installTrustedTypes({ trustedTypes: { createPolicy } });
  expect(createPolicy).toHaveBeenCalledOnce();
  const [name, rules] = createPolicy.mock.calls[0] ?? [];
  expect(name).toBe('default');
  expect(Object.keys(rules ?? {})).toEqual(['createHTML']);
  expect(rules?.createHTML('<img src=x onerror=alert(1)>')).not.toContain('<');
  expect(rules?.createHTML('.a > .b { color: red }')).toBe('.a > .b { color: red }');
});

const pageWith = (name: string, content: string): Document => {
  const page = document.implementation.createHTMLDocument();
  const meta = page.createElement('meta');
  meta.name = name;
  meta.content = content;
  page.head.append(meta);
  return page;
};

it.each([
  ['{"product_name":"Bookery"}', 'Bookery'],
  ['__SETTINGS__', 'Lectern'],
  ['{"product_name":5}', 'Lectern'],
])('reads the settings %s', (content, expected) => {
  expect(readSettings(pageWith('lectern-settings', content)).product_name).toBe(expected);
});

it.each([
  ['oNjE9F-9xNcgBQoQ', 'oNjE9F-9xNcgBQoQ'],
  ['__oNjE9F-9xNcgBQ', '__oNjE9F-9xNcgBQ'],
  ['__NONCE__', undefined],
  ['', undefined],
])('reads the nonce %s', (content, expected) => {
  expect(readNonce(pageWith('csp-nonce', content))).toBe(expected);
});
