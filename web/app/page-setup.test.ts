import { expect, it, vi } from 'vitest';
import { readSettings } from '../api/settings.ts';
import { installTrustedTypes } from './trusted-types.ts';

it('lets no markup through the one Trusted Types policy', () => {
  const createPolicy = vi.fn<(name: string, rules: { createHTML(markup: string): string }) => unknown>();
  installTrustedTypes({ trustedTypes: { createPolicy } });
  expect(createPolicy).toHaveBeenCalledOnce();
  const [name, rules] = createPolicy.mock.calls[0] ?? [];
  expect(name).toBe('default');
  expect(Object.keys(rules ?? {})).toEqual(['createHTML']);
  expect(rules?.createHTML('<img src=x onerror=alert(1)>')).not.toContain('<');
  expect(rules?.createHTML('.a > .b { color: red }')).toBe('.a > .b { color: red }');
});

it.each([
  ['{"product_name":"Bookery"}', 'Bookery'],
  ['__SETTINGS__', 'Lectern'],
  ['{"product_name":5}', 'Lectern'],
])('reads the settings %s', (content, expected) => {
  const page = document.implementation.createHTMLDocument();
  const meta = page.createElement('meta');
  meta.name = 'lectern-settings';
  meta.content = content;
  page.head.append(meta);
  expect(readSettings(page).product_name).toBe(expected);
});
