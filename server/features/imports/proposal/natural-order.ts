/** One collator for all languages, so that the order does not depend on the server's locale. */
const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

/** Compares paths in natural order: by folders, then by names, with numbers by value. */
export function inNaturalOrder(a: string, b: string): number {
  const left = a.split('/');
  const right = b.split('/');
  for (let index = 0; index < Math.min(left.length, right.length); index += 1) {
    const order = collator.compare(left[index] ?? '', right[index] ?? '');
    if (order !== 0) return order;
  }
  return left.length - right.length || (a < b ? -1 : a > b ? 1 : 0);
}
