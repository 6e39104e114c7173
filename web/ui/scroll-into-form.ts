const GAP = 8;

/**
 * Brings a field of a form into sight, its label included: below what sticks to the top of the dialog and above what sticks
 * to its bottom.
 */
export function scrollIntoForm(field: HTMLElement): void {
  const dialog = field.closest<HTMLElement>('[role="dialog"]');
  if (!dialog) return field.scrollIntoView({ block: 'nearest' });
  const edgesOf = (selector: string) =>
    [...dialog.querySelectorAll(selector)].map((each) => each.getBoundingClientRect());
  const part = (
    field.closest('[data-field]') ??
    field.closest('.mantine-InputWrapper-root') ??
    field
  ).getBoundingClientRect();
  const frame = dialog.getBoundingClientRect();
  const top =
    Math.max(
      frame.top,
      ...edgesOf('[data-sticks="top"], .mantine-Modal-header').map(({ bottom }) => bottom),
    ) + GAP;
  const bottom = Math.min(frame.bottom, ...edgesOf('[data-sticks="bottom"]').map((edge) => edge.top)) - GAP;
  if (part.top >= top && part.bottom <= bottom) return;
  // A form taller than the visible area shows its beginning.
  const isAbove = part.top < top || part.height > bottom - top;
  dialog.scrollBy({ top: isAbove ? part.top - top : part.bottom - bottom });
}
