import '#web/app/page-setup.ts';
import '#web/app/mantine-styles.ts';
import '#web/app/global.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router';
import { readSettings } from '#web/core/api/settings.ts';
import { CrashBoundary } from '#web/app/crash-boundary.tsx';
import { createApplication } from '#web/app/create-application.ts';
import { fetchFirstList, selectFirstRelease } from '#web/app/prefetch-first-list.ts';
import { readNonce } from '#web/app/nonce.ts';
import { AppProviders } from '#web/app/providers.tsx';
import { AppRoutes } from '#web/app/router.tsx';
import { findScreen, loginScreen } from '#web/app/screens.ts';
import { persistAuth, readPersisted } from '#web/core/store/persistence.ts';
import { followFirstLoad } from '#web/core/lib/first-load.ts';
import { createSessionStorage } from '#web/core/store/session-storage.ts';
import { followOtherTabs } from '#web/core/store/session-sync.ts';

// Preloads the first screen while the store is being filled: the sign-in screen without a session.
if (!createSessionStorage(localStorage).read()) loginScreen.preload();
else findScreen(window.location.pathname)?.preload();

/** The maximum time in milliseconds for which the first render waits for the list. */
const LIST_WAIT_MS = 50;

async function start(): Promise<void> {
  const { sessions, client, store } = createApplication({
    settings: readSettings(document),
    persisted: await readPersisted(localStorage),
    tabStorage: sessionStorage,
  });
  persistAuth(store, localStorage);
  followOtherTabs(store, sessions, window);
  selectFirstRelease(store, window.location.search);
  const list = fetchFirstList(store, window.location, window.history.state);
  followFirstLoad(list);
  // The response is often here. The first render then contains the list.
  await Promise.race([list, new Promise((resolve) => setTimeout(resolve, LIST_WAIT_MS))]);

  const root = document.getElementById('root');
  if (!root) throw new Error('The page has no #root');
  createRoot(root).render(
    <StrictMode>
      <AppProviders store={store} client={client} nonce={readNonce()}>
        <CrashBoundary>
          {/* No transitions: a click shows the new screen immediately, or its loading indicator. */}
          <BrowserRouter useTransitions={false}>
            <AppRoutes />
          </BrowserRouter>
        </CrashBoundary>
      </AppProviders>
    </StrictMode>,
  );
}

void start();
