import { readNonce } from './app/page-setup.ts';
import './app/mantine-styles.ts';
import './app/global.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router';
import { createApiClient } from './api/client.ts';
import { readSettings } from './api/settings.ts';
import { CrashBoundary } from './app/crash-boundary.tsx';
import { AppProviders } from './app/providers.tsx';
import { AppRoutes } from './app/router.tsx';
import { persistAuth, readPersisted } from './store/persistence.ts';
import { createSessionStorage } from './store/session-storage.ts';
import { endRefusedSession, followOtherTabs } from './store/session-sync.ts';
import { createAppStore } from './store/store.ts';

const sessions = createSessionStorage(localStorage);
const client = createApiClient({
  baseUrl: '/api',
  readSession: sessions.read,
  onUnauthenticated: (token) => endRefusedSession(store, sessions, token),
});
const store = createAppStore({
  client,
  sessions,
  settings: readSettings(document),
  persisted: await readPersisted(localStorage),
});
persistAuth(store, localStorage);
followOtherTabs(store, sessions, window);

const root = document.getElementById('root');
if (!root) throw new Error('The page has no #root');
createRoot(root).render(
  <StrictMode>
    <AppProviders store={store} client={client} nonce={readNonce()}>
      <CrashBoundary>
        <BrowserRouter>
          <AppRoutes />
        </BrowserRouter>
      </CrashBoundary>
    </AppProviders>
  </StrictMode>,
);
