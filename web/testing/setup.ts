import { afterEach, beforeEach, vi } from 'vitest';
import { notifications } from '@mantine/notifications';
import { cleanup, configure } from '@testing-library/react';
import '#web/app/page-setup.ts';
import '#web/app/toasts/toast-region.tsx';
import { loadIdleCode } from '#web/core/lib/lazy-component.tsx';
import { installConsoleGuard } from './console-guard.ts';
import { installNetwork, stopServing } from './fake-network.ts';

// Screens are loaded in chunks, and the test machine can be slow.
configure({ asyncUtilTimeout: 5_000 });

/* Browser functions that the library needs and the test document does not have. */
window.matchMedia ??= (query: string) =>
  ({
    matches: false,
    media: query,
    addEventListener() {},
    removeEventListener() {},
  }) as unknown as MediaQueryList;
globalThis.ResizeObserver ??= class {
  observe() {}
  unobserve() {}
  disconnect() {}
};
Element.prototype.scrollIntoView ??= () => {};
// Confirmations are declined by default. A test that confirms mocks it.
window.confirm ??= () => false;

installNetwork();
installConsoleGuard();

// A click shows menus at once.
beforeEach(loadIdleCode);

afterEach(() => {
  stopServing();
  cleanup();
  notifications.clean();
  localStorage.clear();
  sessionStorage.clear();
  vi.restoreAllMocks();
});
