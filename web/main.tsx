import { readNonce } from './app/page-setup.ts';
import './app/mantine-styles.ts';
import './app/global.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router';
import { createApiClient } from './api/client.ts';
import { readSettings } from './api/settings.ts';
import { CrashBoundary } from './app/crash-boundary.tsx';
import { moduleSlices } from './app/modules.ts';
import { AppProviders } from './app/providers.tsx';
import { AppRoutes } from './app/router.tsx';
import { findScreen } from './app/screens.ts';
import { persistAuth, readPersisted } from './store/persistence.ts';
import { createSessionStorage } from './store/session-storage.ts';
import { endRefusedSession, followOtherTabs } from './store/session-sync.ts';
import { createAppStore } from './store/store.ts';

// While the store is still being filled.
findScreen(window.location.pathname)?.preload();

const sessions = createSessionStorage(localStorage);
const client = createApiClient({
  baseUrl: '/api',
  readSession: sessions.read,
  onUnauthenticated: (token) => endRefusedSession(store, sessions, token),
});
const store = createAppStore({
  slices: moduleSlices,
  client,
  sessions,
  settings: readSettings(document),
  persisted: await readPersisted(localStorage),
  tabStorage: sessionStorage,
});
persistAuth(store, localStorage);
followOtherTabs(store, sessions, window);

const root = document.getElementById('root');
if (!root) throw new Error('The page has no #root');
createRoot(root).render(
  <StrictMode>
    <AppProviders store={store} client={client} nonce={readNonce()}>
      <CrashBoundary>
        {/* Without transitions: a click shows its screen at once, if only as on its way. */}
        <BrowserRouter useTransitions={false}>
          <AppRoutes />
        </BrowserRouter>
      </CrashBoundary>
    </AppProviders>
  </StrictMode>,
);
