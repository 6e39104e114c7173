import { useCallback, useEffect, useRef } from 'react';

/** Draws once a frame at most, however often it is asked to. */
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

/** The canvas's context in pixels of the page, as sharp as the screen is; undefined where nothing can be drawn. */
export function openPaper(
  canvas: HTMLCanvasElement | null,
  width: number,
  height: number,
): CanvasRenderingContext2D | undefined {
  const paper = canvas?.getContext('2d');
  if (!canvas || !paper) return undefined;
  const ratio = window.devicePixelRatio || 1;
  const [across, down] = [Math.round(width * ratio), Math.round(height * ratio)];
  if (canvas.width !== across || canvas.height !== down) {
    canvas.width = across;
    canvas.height = down;
  }
  paper.setTransform(ratio, 0, 0, ratio, 0, 0);
  return paper;
}
