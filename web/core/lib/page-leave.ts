/** The time in milliseconds after which the user is still on the page, because they cancelled a question before leaving. */
const cancelledAfterMs = 1_000;

let leaveTimer: ReturnType<typeof setTimeout> | undefined;

window.addEventListener('beforeunload', () => {
  clearTimeout(leaveTimer);
  leaveTimer = setTimeout(() => {
    leaveTimer = undefined;
  }, cancelledAfterMs);
});

// Vite throws these errors otherwise. The style sheets of a page that is left do not matter.
window.addEventListener('vite:preloadError', (event) => {
  if (isLeavingPage()) event.preventDefault();
});

/**
 * Returns true while the page is left. Firefox then aborts requests, style sheets and code, and reports them as failed while the page
 * is still visible.
 */
export function isLeavingPage(): boolean {
  return leaveTimer !== undefined;
}
