import type { ByteRange } from '#server/core/blobs/blob-store';

const ONE_RANGE = /^bytes\s*=\s*(\d{0,15})\s*-\s*(\d{0,15})\s*$/i;

/**
 * Returns the byte range that a `Range` header requests. `unsatisfiable` means 416. Undefined means the whole file: no header, another
 * unit, several ranges or an invalid header. RFC 9110 allows servers to ignore all of these.
 */
export function readRange(header: string | undefined, size: number): ByteRange | 'unsatisfiable' | undefined {
  const [, first = '', last = ''] = ONE_RANGE.exec(header?.trim() ?? '') ?? [];
  if (first === '' && last === '') return undefined;
  if (first === '') {
    const length = Number(last);
    if (length === 0 || size === 0) return 'unsatisfiable';
    return { start: Math.max(size - length, 0), end: size - 1 };
  }
  const start = Number(first);
  if (last !== '' && Number(last) < start) return undefined;
  if (start >= size) return 'unsatisfiable';
  return { start, end: last === '' ? size - 1 : Math.min(Number(last), size - 1) };
}
