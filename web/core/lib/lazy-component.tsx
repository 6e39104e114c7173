import { type ComponentType, type FunctionComponent, createElement, useEffect, useState } from 'react';

/**
 * Returns a component whose code is loaded on its first render. It renders nothing until then. `Suspense` is not used: React shows its
 * fallback for at least 300 ms. A failed load is thrown to the error boundary, and the next mount retries it.
 */
export function createLazyComponent<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): FunctionComponent<Props> {
  let loaded: ComponentType<Props> | undefined;
  return function LazyComponent(props: Props) {
    const [Part, setPart] = useState(() => loaded);
    useEffect(() => {
      if (Part) return undefined;
      let isRemoved = false;
      load().then(
        (module) => {
          loaded = module;
          if (!isRemoved) setPart(() => module);
        },
        (error: unknown) => {
          if (!isRemoved)
            setPart(() => {
              throw error;
            });
        },
      );
      return () => {
        isRemoved = true;
      };
    }, [Part]);
    return Part ? createElement(Part, props) : null;
  };
}
