import { useCallback, useEffect, useRef } from 'react';
import { useLocation, useSearchParams } from 'react-router';

/** Undefined and blank take a parameter out of the address. */
export type AddressChange = Readonly<Record<string, string | undefined>>;

export interface AddressOptions {
  /** True if Back skips the previous address. */
  readonly replace?: boolean;
  /** Kept with the entry of the history. Default: what is kept with the present one. */
  readonly state?: unknown;
}

/** The parameters of the address, and a function, always the same, that changes some of them and leaves the others. */
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

/** The page that an address names; 1 when it names none, or none that could be. */
export function pageOfAddress(parameters: URLSearchParams): number {
  const page = Number(parameters.get(pageParameter) ?? 1);
  return Number.isSafeInteger(page) && page > 0 ? page : 1;
}

/** The parameters of a page; the first page needs none. */
export const addressOfPage = (page: number): AddressChange => ({
  [pageParameter]: page > 1 ? String(page) : undefined,
});
