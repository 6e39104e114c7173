/** Returns true if content appeared below a mouse that did not move. Browsers report that as if the mouse entered it. */
export const isRestingPointer = (event: Event): boolean =>
  event instanceof PointerEvent &&
  event.pointerType === 'mouse' &&
  event.movementX === 0 &&
  event.movementY === 0;
