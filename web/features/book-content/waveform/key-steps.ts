interface PressedKey {
  readonly key: string;
  readonly shiftKey: boolean;
  readonly altKey: boolean;
}

/** How far an arrow moves, in seconds: a tenth, with Shift a second, with Alt a hundredth; Page Up and Down ten seconds. */
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
