import { letterCount } from './chart-scale.ts';

const fontSize = 12;
/** Of a letter, where nothing can be measured. */
const usualWidth = 7;

let canvas: HTMLCanvasElement | undefined;

/** The width in pixels of a chart's label in the font of the page. */
export function textWidth(text: string): number {
  canvas ??= document.createElement('canvas');
  const context = canvas.getContext('2d');
  if (!context) return letterCount(text) * usualWidth;
  context.font = `${fontSize}px ${getComputedStyle(document.body).fontFamily}`;
  return context.measureText(text).width;
}
