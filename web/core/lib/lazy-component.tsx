import { type ComponentType, type FunctionComponent, createElement, useEffect, useState } from 'react';

/**
 * A component whose code is loaded when it is drawn first; until then nothing is shown. React keeps what a `Suspense` shows meanwhile
 * for 300 ms at least, also when the code was there at once. What could not be loaded reaches the error boundary, and is loaded again
 * by whoever draws it next.
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
