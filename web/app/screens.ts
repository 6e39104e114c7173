import { matchPath } from 'react-router';
import { homePath } from './guards.tsx';
import { type LazyScreen, lazyScreen } from './lazy-screen.tsx';
import { type ModuleName, moduleList } from './modules.ts';

export interface Screen extends LazyScreen {
  /** The key of the module in the text catalogue. */
  readonly name: ModuleName;
  readonly path: string;
}

/** The screens inside the layout. */
export const screens: readonly Screen[] = moduleList.flatMap(({ name, path, screen, isInFirstLoad }) =>
  path === undefined || screen === undefined ? [] : [{ name, path, ...lazyScreen(screen, isInFirstLoad) }],
);

/** Returns the screen at a path. IDs of records are numbers. */
export const findScreen = (pathname: string): Screen | undefined =>
  screens.find(({ path }) => {
    const match = matchPath(path, pathname);
    return match !== null && /^\d+$/.test(match.params['id'] ?? '0');
  });

function screenAt(path: string): Screen {
  const screen = findScreen(path);
  if (!screen) throw new Error(`No module has a screen at ${path}`);
  return screen;
}

/** The target of the logo, the sign-in and unknown addresses. */
export const homeScreen = screenAt(homePath);

/* Screens outside the layout. */
export const loginScreen = lazyScreen(
  async () => (await import('#web/features/auth/login-screen.tsx')).LoginScreen,
);
export const linkScreen = lazyScreen(
  async () => (await import('#web/features/auth/link-screen.tsx')).LinkScreen,
);
export const sharedPreviewScreen = lazyScreen(
  async () => (await import('#web/features/mobile-configs/shared-preview-screen.tsx')).SharedPreviewScreen,
);
export const providerScreen = lazyScreen(
  async () => (await import('#web/features/auth/provider-screen.tsx')).ProviderScreen,
);
