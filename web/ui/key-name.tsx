import { Kbd } from '@mantine/core';

const keySymbols: Readonly<Record<string, string>> = {
  ArrowDown: '↓',
  ArrowUp: '↑',
  Delete: 'Del',
  mod: 'Ctrl',
};

const isApple = (): boolean => /mac|iphone|ipad/i.test(navigator.userAgent);

/** Returns the label of a key. `mod` is the command key of the platform. */
export function keyName(key: string): string {
  if (key === 'mod' && isApple()) return '⌘';
  return keySymbols[key] ?? (key.length === 1 ? key.toUpperCase() : key);
}

/** The keys of a key combination. */
export function KeyNames({ keys }: { readonly keys: readonly string[] }) {
  return keys.map((key) => (
    <Kbd key={key} size="sm" mx={1}>
      {keyName(key)}
    </Kbd>
  ));
}
