import { useCallback, useEffect, useRef } from 'react';
import { useLocation, useSearchParams } from 'react-router';

/** Changed parameters of the address. Undefined and blank values remove a parameter. */
export type AddressChange = Readonly<Record<string, string | undefined>>;

export interface AddressOptions {
  /** True replaces the current history entry, so Back skips it. */
  readonly replace?: boolean;
  /** The state of the new history entry. Default: the current state. */
  readonly state?: unknown;
}

/** Returns the parameters of the address, and a stable function that changes some of them. */
export function useAddress() {
  const [parameters, setParameters] = useSearchParams();
  const { state } = useLocation();
  const latest = useRef({ setParameters, state: state as unknown });
  useEffect(() => {
    latest.current = { setParameters, state };
  });
  const write = useCallback((change: AddressChange, options: AddressOptions = {}) => {
    const { setParameters: set, state: historyState } = latest.current;
    set(
      (before) => {
        const next = new URLSearchParams(before);
        for (const [name, value] of Object.entries(change))
          if (value === undefined || value === '') next.delete(name);
          else next.set(name, value);
        return next;
      },
      { state: historyState, ...options },
    );
  }, []);
  return { parameters, write };
}

export const pageParameter = 'page';

/** Returns the page of an address; 1 if it is absent or invalid. */
export function pageOfAddress(parameters: URLSearchParams): number {
  const page = Number(parameters.get(pageParameter) ?? 1);
  return Number.isSafeInteger(page) && page > 0 ? page : 1;
}

/** Returns the parameters of a page. The first page has none. */
export const addressOfPage = (page: number): AddressChange => ({
  [pageParameter]: page > 1 ? String(page) : undefined,
});
