/** One for all languages, so that a drop is in the same order wherever the server runs. */
const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

/** The order in which people expect files: by folders, then by names, numbers by their value. */
export function inNaturalOrder(a: string, b: string): number {
  const left = a.split('/');
  const right = b.split('/');
  for (let at = 0; at < Math.min(left.length, right.length); at += 1) {
    const order = collator.compare(left[at] ?? '', right[at] ?? '');
    if (order !== 0) return order;
  }
  return left.length - right.length || (a < b ? -1 : a > b ? 1 : 0);
}
