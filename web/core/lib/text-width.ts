import { letterCount } from './chart-scale.ts';

const fontSize = 12;
/** The average width of a character in pixels, if measuring is not supported. */
const usualWidth = 7;

let canvas: HTMLCanvasElement | undefined;

/** Returns the width in pixels of a chart's label in the font of the page. */
export function textWidth(text: string): number {
  canvas ??= document.createElement('canvas');
  const context = canvas.getContext('2d');
  if (!context) return letterCount(text) * usualWidth;
  context.font = `${fontSize}px ${getComputedStyle(document.body).fontFamily}`;
  return context.measureText(text).width;
}
