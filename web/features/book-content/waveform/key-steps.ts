interface PressedKey {
  readonly key: string;
  readonly shiftKey: boolean;
  readonly altKey: boolean;
}

/** The seconds that an arrow key moves: a tenth, with Shift one, with Alt a hundredth; Page Up and Down ten. */
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
