import { render } from '@testing-library/react';
import userEvent, { type UserEvent } from '@testing-library/user-event';
import { type ReactElement, useEffect } from 'react';
import { MemoryRouter, useLocation } from 'react-router';
import { onTestFinished } from 'vitest';
import type { PageSettings } from '#contract/settings/page';
import { pageSettings } from '#contract/settings/page';
import { createApplication } from '#web/app/create-application.ts';
import { AppProviders } from '#web/app/providers.tsx';
import { createSessionStorage } from '#web/core/store/session-storage.ts';
import type { AppStore } from '#web/core/store/store.ts';
import { createFakeApi, type FakeApi } from './fake-api.ts';

export interface RenderScreenOptions {
  /** The address it starts at. Default `/`. */
  readonly route?: string;
  /** Default: all. */
  readonly permissions?: readonly string[];
  /** A fake prepared beforehand; then `permissions` is ignored. */
  readonly fake?: FakeApi;
  readonly signedIn?: boolean;
  readonly settings?: Partial<PageSettings>;
}

export interface RenderedScreen {
  readonly fake: FakeApi;
  readonly store: AppStore;
  readonly user: UserEvent;
  /** The address of the router: path and query. */
  location(): string;
}

/** Puts a screen under everything the application puts above it, with a signed-in user and a server in memory. */
export function renderScreen(screen: ReactElement, options: RenderScreenOptions = {}): RenderedScreen {
  const {
    route = '/',
    permissions,
    fake = createFakeApi(permissions),
    signedIn = true,
    settings = {},
  } = options;
  fake.serve();
  if (signedIn)
    createSessionStorage(localStorage).write({
      access_token: 'fake-token',
      token_type: 'Bearer',
      expires_in: 43_200,
      user: fake.user,
    });
  const { client, store, end } = createApplication({ settings: { ...pageSettings.parse({}), ...settings } });
  // The next test has the same page, and would be told by this one's account how long its lists are.
  onTestFinished(end);

  let current = '';
  const note = (address: string) => {
    current = address;
  };
  render(
    <AppProviders store={store} client={client} env="test">
      <MemoryRouter initialEntries={[route]} useTransitions={false}>
        {screen}
        <Watch onChange={note} />
      </MemoryRouter>
    </AppProviders>,
  );
  return { fake, store, user: userEvent.setup(), location: () => current };
}

function Watch({ onChange }: { readonly onChange: (address: string) => void }) {
  const { pathname, search } = useLocation();
  useEffect(() => onChange(`${pathname}${search}`), [pathname, search, onChange]);
  return null;
}
