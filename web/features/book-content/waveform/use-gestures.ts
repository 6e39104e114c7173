import { type PointerEvent, useEffect, useRef } from 'react';
import { useContentEditor } from '../content-editor-context.ts';
import { panView, timeAt, zoomView } from './viewport.ts';

const CLICK_PX = 4;
const WHEEL_ZOOM = 0.0022;

interface TouchPoint {
  x: number;
  readonly startX: number;
}

/**
 * Handles the gestures of the waveform: the wheel zooms, horizontally or with Shift it scrolls, a drag scrolls, two fingers pinch, and a
 * press seeks.
 */
export function useGestures(frame: React.RefObject<HTMLElement | null>) {
  const contentEditor = useContentEditor();
  const fingers = useRef(new Map<number, TouchPoint>());
  const wasPinch = useRef(false);

  useEffect(() => {
    const element = frame.current;
    if (!element) return undefined;
    const onWheel = (event: WheelEvent) => {
      event.preventDefault();
      const x = event.clientX - element.getBoundingClientRect().left;
      const unit = event.deltaMode === 1 ? 16 : 1;
      const [dx, dy] = [event.deltaX * unit, event.deltaY * unit];
      if (event.shiftKey || Math.abs(dx) > Math.abs(dy))
        contentEditor.view.set((view) => panView(view, event.shiftKey && dx === 0 ? dy : dx));
      else
        contentEditor.view.set((view) =>
          zoomView(view, Math.exp(dy * WHEEL_ZOOM * (event.ctrlKey ? 4 : 1)), x),
        );
    };
    // React's wheel listeners are passive, so the page would scroll as well.
    element.addEventListener('wheel', onWheel, { passive: false });
    return () => element.removeEventListener('wheel', onWheel);
  }, [frame, contentEditor]);

  const xOfPointer = (event: PointerEvent) =>
    event.clientX - (frame.current?.getBoundingClientRect().left ?? 0);

  return {
    onPointerDown(event: PointerEvent<HTMLElement>) {
      if (event.button !== 0) return;
      const x = xOfPointer(event);
      fingers.current.set(event.pointerId, { x, startX: x });
      wasPinch.current = fingers.current.size > 1;
      event.currentTarget.setPointerCapture(event.pointerId);
    },
    onPointerMove(event: PointerEvent<HTMLElement>) {
      const finger = fingers.current.get(event.pointerId);
      if (!finger) return;
      const x = xOfPointer(event);
      const [first, second] = [...fingers.current.values()];
      if (first && second) {
        const before = Math.abs(first.x - second.x);
        finger.x = x;
        const after = Math.abs(first.x - second.x);
        if (before > 8 && after > 8)
          contentEditor.view.set((view) => zoomView(view, before / after, (first.x + second.x) / 2));
        return;
      }
      if (Math.abs(x - finger.startX) > CLICK_PX || wasPinch.current)
        contentEditor.view.set((view) => panView(view, finger.x - x));
      finger.x = x;
    },
    onPointerUp(event: PointerEvent<HTMLElement>) {
      const finger = fingers.current.get(event.pointerId);
      fingers.current.delete(event.pointerId);
      if (!finger || wasPinch.current) return;
      const x = xOfPointer(event);
      if (Math.abs(x - finger.startX) <= CLICK_PX)
        contentEditor.player.seek(timeAt(contentEditor.view.get(), x));
    },
    onPointerCancel(event: PointerEvent<HTMLElement>) {
      fingers.current.delete(event.pointerId);
    },
  };
}
