import { useCallback, useEffect, useRef } from 'react';

/** Returns a function that draws at most once per frame. */
export function usePaint(paint: () => void): () => void {
  const latest = useRef(paint);
  const frame = useRef(0);
  useEffect(() => {
    latest.current = paint;
  });
  useEffect(
    () => () => {
      cancelAnimationFrame(frame.current);
      frame.current = 0;
    },
    [],
  );
  return useCallback(() => {
    if (frame.current !== 0) return;
    frame.current = requestAnimationFrame(() => {
      frame.current = 0;
      latest.current();
    });
  }, []);
}

/** Returns the context of a canvas in CSS pixels at the resolution of the screen; undefined if drawing is not possible. */
export function openContext(
  canvas: HTMLCanvasElement | null,
  width: number,
  height: number,
): CanvasRenderingContext2D | undefined {
  const context = canvas?.getContext('2d');
  if (!canvas || !context) return undefined;
  const ratio = window.devicePixelRatio || 1;
  const [across, down] = [Math.round(width * ratio), Math.round(height * ratio)];
  if (canvas.width !== across || canvas.height !== down) {
    canvas.width = across;
    canvas.height = down;
  }
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  return context;
}
