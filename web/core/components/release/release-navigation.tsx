import { type ReactNode, use, useMemo } from 'react';
import { parsePath, type To, UNSAFE_NavigationContext as NavigationContext } from 'react-router';
import { inRelease } from '#web/core/lib/release-address.ts';
import { useReleaseOfAddress } from './use-release.ts';

/**
 * Keeps the selected release in the address: every link and navigation below it receives the parameter. React Router has no other place
 * that all of them pass.
 */
export function ReleaseNavigation({ children }: { readonly children: ReactNode }) {
  const context = use(NavigationContext);
  const release = useReleaseOfAddress();
  const value = useMemo(() => {
    const { navigator } = context;
    const toRelease = (to: To): To => {
      const path = typeof to === 'string' ? parsePath(to) : to;
      return { ...path, search: inRelease(path.search ?? '', release) };
    };
    const releaseNavigator: typeof navigator = {
      ...navigator,
      createHref: (to) => navigator.createHref(toRelease(to)),
      push: (to, state, options) => navigator.push(toRelease(to), state, options),
      replace: (to, state, options) => navigator.replace(toRelease(to), state, options),
    };
    return { ...context, navigator: releaseNavigator };
  }, [context, release]);
  return <NavigationContext value={value}>{children}</NavigationContext>;
}
