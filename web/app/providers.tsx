import { localStorageColorSchemeManager, MantineProvider } from '@mantine/core';
import { type ReactNode, useSyncExternalStore } from 'react';
import { I18nextProvider } from 'react-i18next';
import { Provider } from 'react-redux';
import { reauthenticationPrompt } from '#web/core/api/reauthentication.ts';
import { ApiContext } from '#web/core/api/api-context.ts';
import type { ApiClient } from '#web/core/api/client.ts';
import { createLazyComponent } from '#web/core/lib/lazy-component.tsx';
import type { AppStore } from '#web/core/store/store.ts';
import { i18n } from './catalogue.ts';
import { Tooltips } from '#web/ui/tooltips.tsx';
import { cssVariablesResolver, theme } from './theme.ts';
import { UndoProvider } from './undo/undo-provider.tsx';
import { ToastRegion } from './toasts/toast-region.tsx';

const colorSchemeManager = localStorageColorSchemeManager({ key: 'lectern-appearance' });

/** Loaded with the first request that requires reauthentication. */
const ReauthenticationDialog = createLazyComponent(
  async () => (await import('#web/core/components/reauthentication-dialog.tsx')).ReauthenticationDialog,
);

function LazyReauthentication() {
  const isOpen = useSyncExternalStore(reauthenticationPrompt.subscribe, reauthenticationPrompt.isOpen);
  return isOpen && <ReauthenticationDialog />;
}

export interface AppProvidersProps {
  readonly store: AppStore;
  readonly client: ApiClient;
  readonly nonce?: string | undefined;
  /** `test` disables transitions and the delays of portals. */
  readonly env?: 'default' | 'test';
  readonly children: ReactNode;
}

/** All providers that screens need, except the router. */
export function AppProviders({ store, client, nonce, env = 'default', children }: AppProvidersProps) {
  return (
    <Provider store={store}>
      <ApiContext value={client}>
        <I18nextProvider i18n={i18n}>
          <MantineProvider
            theme={theme}
            cssVariablesResolver={cssVariablesResolver}
            defaultColorScheme="auto"
            colorSchemeManager={colorSchemeManager}
            env={env}
            {...(nonce === undefined ? {} : { getStyleNonce: () => nonce })}
          >
            <UndoProvider>{children}</UndoProvider>
            <LazyReauthentication />
            <ToastRegion />
            <Tooltips />
          </MantineProvider>
        </I18nextProvider>
      </ApiContext>
    </Provider>
  );
}
