import { hasBytes } from './head-bytes.ts';

/** Returns the length of the ID3v2 tag at the start in bytes, or 0 if there is none. */
export function id3Length(head: Buffer): number {
  if (head.length < 10 || !hasBytes(head, 0, 'ID3')) return 0;
  const [a = 0, b = 0, c = 0, d = 0] = head.subarray(6, 10);
  const hasFooter = ((head[5] ?? 0) & 0x10) !== 0;
  return 10 + ((a & 0x7f) << 21) + ((b & 0x7f) << 14) + ((c & 0x7f) << 7) + (d & 0x7f) + (hasFooter ? 10 : 0);
}
