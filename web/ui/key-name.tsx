import { Kbd } from '@mantine/core';

const signs: Readonly<Record<string, string>> = { ArrowDown: '↓', ArrowUp: '↑', Delete: 'Del', mod: 'Ctrl' };

const isApple = (): boolean => /mac|iphone|ipad/i.test(navigator.userAgent);

/** The label of a key. `mod` is the command key of the platform. */
export function keyName(key: string): string {
  if (key === 'mod' && isApple()) return '⌘';
  return signs[key] ?? (key.length === 1 ? key.toUpperCase() : key);
}

/** Keys that are pressed together. */
export function KeyNames({ keys }: { readonly keys: readonly string[] }) {
  return keys.map((key) => (
    <Kbd key={key} size="sm" mx={1}>
      {keyName(key)}
    </Kbd>
  ));
}
