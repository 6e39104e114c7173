import {
  type ComponentType,
  type FunctionComponent,
  type ReactNode,
  createElement,
  useEffect,
  useState,
} from 'react';
import { afterFirstLoad, endFirstLoad } from './first-load.ts';
import { isLeavingPage } from './page-leave.ts';

type Load<Props extends object> = () => Promise<ComponentType<Props>>;

/** The code of a component, which is loaded once. */
export interface LazyCode<Props extends object> {
  /** Undefined until the code is loaded. */
  current: ComponentType<Props> | undefined;
  readonly load: Load<Props>;
}

let readTexts = async (): Promise<void> => undefined;
let texts: Promise<void> | undefined;

/** Sets the function that reads the texts of code outside the first load. */
export function setTextLoader(read: () => Promise<void>): void {
  readTexts = read;
  texts = undefined;
}

/** Loads the texts of code outside the first load once. A failed load is repeated by the next call. */
export function loadTexts(): Promise<void> {
  texts ??= readTexts().catch((error: unknown) => {
    texts = undefined;
    throw error;
  });
  return texts;
}

/** @param isInFirstLoad true if the code shows only texts of the first load */
export function createLazyCode<Props extends object>(
  load: Load<Props>,
  isInFirstLoad = false,
): LazyCode<Props> {
  const code: LazyCode<Props> = {
    current: undefined,
    async load() {
      const [component] = await Promise.all([load(), isInFirstLoad ? undefined : loadTexts()]);
      code.current = component;
      return code.current;
    },
  };
  return code;
}

/**
 * Returns a component; undefined while its code is loading. Code that is already loaded is returned at once. `Suspense` is not used:
 * React shows its fallback for at least 300 ms. A failed load is thrown to the error boundary, and the next mount retries it. Errors of
 * a page that the user leaves are ignored.
 * @param load defaults to one attempt
 */
export function useLazyCode<Props extends object>(
  code: LazyCode<Props>,
  load: Load<Props> = code.load,
): ComponentType<Props> | undefined {
  const [Component, setComponent] = useState(() => code.current);
  useEffect(() => {
    if (Component) return undefined;
    let isRemoved = false;
    load().then(
      (component) => {
        if (!isRemoved) setComponent(() => component);
      },
      (error: unknown) => {
        if (!isRemoved && !isLeavingPage())
          setComponent(() => {
            throw error;
          });
      },
    );
    return () => {
      isRemoved = true;
    };
  }, [Component, load]);
  return Component;
}

/** Returns a component whose code is loaded on its first render. `placeholder` is rendered until then. */
export function createLazyComponent<Props extends object>(
  load: Load<Props>,
  placeholder: ReactNode = null,
): FunctionComponent<Props> {
  const code = createLazyCode(load);
  return function LazyComponent(props: Props) {
    const Component = useLazyCode(code);
    return Component ? createElement(Component, props) : placeholder;
  };
}

const idleLoads: Promise<unknown>[] = [];

/** Ends the first load, and resolves when the code that waits for its end is loaded. */
export function loadIdleCode(): Promise<unknown> {
  endFirstLoad();
  return Promise.all(idleLoads);
}

/** Creates code that is loaded after the first load. It shows only texts of the first load. */
export function createIdleCode<Props extends object>(loadCode: Load<Props>): LazyCode<Props> {
  const code = createLazyCode(loadCode, true);
  const load = afterFirstLoad().then(code.load);
  // After an error, the next render that needs it loads it again.
  idleLoads.push(load.catch(() => undefined));
  return code;
}

/** Returns a component whose code is loaded after the first load, so that a click or key shows it at once. */
export function createIdleComponent<Props extends object>(load: Load<Props>): FunctionComponent<Props> {
  const code = createIdleCode(load);
  return function IdleComponent(props: Props) {
    const Component = useLazyCode(code);
    return Component && createElement(Component, props);
  };
}

/** Returns a component that the page can do without. It is loaded when it is needed, and errors are ignored. */
export function useOptionalCode<Props extends object>(
  code: LazyCode<Props>,
  isNeeded: boolean,
): ComponentType<Props> | undefined {
  const [Component, setComponent] = useState(() => code.current);
  useEffect(() => {
    if (Component || !isNeeded) return;
    code.load().then(
      (component) => setComponent(() => component),
      () => undefined,
    );
  }, [Component, code, isNeeded]);
  return Component;
}
