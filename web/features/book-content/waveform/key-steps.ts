interface PressedKey {
  readonly key: string;
  readonly shiftKey: boolean;
  readonly altKey: boolean;
}

/** Returns the seconds that a key moves: an arrow 0.1, with Shift 1, with Alt 0.01; Page Up and Page Down 10. */
export function stepOfKey({ key, shiftKey, altKey }: PressedKey): number | undefined {
  const size = shiftKey ? 1 : altKey ? 0.01 : 0.1;
  switch (key) {
    case 'ArrowLeft':
    case 'ArrowDown':
      return -size;
    case 'ArrowRight':
    case 'ArrowUp':
      return size;
    case 'PageDown':
      return -10;
    case 'PageUp':
      return 10;
    default:
      return undefined;
  }
}
