const GAP = 8;

/** Returns the scrolled part of the dialog that contains a field: a pane, else the dialog. */
function scrollerOf(field: HTMLElement, dialog: HTMLElement): HTMLElement {
  const pane = field.closest<HTMLElement>('[data-pane]');
  return pane && /auto|scroll/.test(getComputedStyle(pane).overflowY) ? pane : dialog;
}

/** Scrolls a field of a form with its label into view, between the sticky elements of the dialog. */
export function scrollIntoForm(field: HTMLElement): void {
  const dialog = field.closest<HTMLElement>('[role="dialog"]');
  if (!dialog) return field.scrollIntoView({ block: 'nearest' });
  const edgesOf = (selector: string) =>
    [...dialog.querySelectorAll(selector)].map((element) => element.getBoundingClientRect());
  const target = (
    field.closest('[data-field]') ??
    field.closest('.mantine-InputWrapper-root') ??
    field
  ).getBoundingClientRect();
  const scroller = scrollerOf(field, dialog);
  const frame = scroller.getBoundingClientRect();
  const top =
    Math.max(
      frame.top,
      ...edgesOf('[data-sticks="top"], .mantine-Modal-header').map(({ bottom }) => bottom),
    ) + GAP;
  const bottom = Math.min(frame.bottom, ...edgesOf('[data-sticks="bottom"]').map((edge) => edge.top)) - GAP;
  if (target.top >= top && target.bottom <= bottom) return;
  // A form higher than the visible area is scrolled to its start.
  const isAbove = target.top < top || target.height > bottom - top;
  scroller.scrollBy({ top: isAbove ? target.top - top : target.bottom - bottom });
}
