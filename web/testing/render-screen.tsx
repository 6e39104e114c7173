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
import './all-texts.ts';
import { createFakeApi, type FakeApi } from './fake-api.ts';

export interface RenderScreenOptions {
  /** The initial address. Default: `/`. */
  readonly route?: string;
  /** Default: all permissions. */
  readonly permissions?: readonly string[];
  /** A prepared fake server. `permissions` is then ignored. */
  readonly fake?: FakeApi;
  readonly signedIn?: boolean;
  readonly settings?: Partial<PageSettings>;
}

export interface RenderedScreen {
  readonly fake: FakeApi;
  readonly store: AppStore;
  readonly user: UserEvent;
  /** Returns the address of the router: path and query. */
  location(): string;
}

/** Renders a screen with all providers of the application, a signed-in user and an in-memory server. */
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
  // The next test uses the same page, and would receive the page size of this test's account.
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
