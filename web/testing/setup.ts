import { afterEach, vi } from 'vitest';
import { notifications } from '@mantine/notifications';
import { cleanup, configure } from '@testing-library/react';
import '#web/app/page-setup.ts';
import { installConsoleGuard } from './console-guard.ts';
import { installNetwork, stopServing } from './fake-network.ts';

// Screens come in chunks, and the machine that runs the tests has other things to do.
configure({ asyncUtilTimeout: 5_000 });

/* Browser functions that the library needs and the test document lacks. */
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
// Nobody is there to answer; a test that wants a yes says so.
window.confirm ??= () => false;

installNetwork();
installConsoleGuard();

afterEach(() => {
  stopServing();
  cleanup();
  notifications.clean();
  localStorage.clear();
  sessionStorage.clear();
  vi.restoreAllMocks();
});
