import type { StoreExtra } from './extra.ts';

/** The time in milliseconds for which a prefetched list is used. */
const PREFETCH_LIFETIME_MS = 30_000;

interface PrefetchedPage<PageRequest> {
  /** Identifies session, release and query. */
  readonly key: string;
  readonly at: number;
  readonly request: PageRequest;
  /** True after a successful response. */
  isLoaded: boolean;
}

/** Creates the memory of the last prefetched page of each store. The extra argument of thunks identifies the store. */
export function createPrefetchedPages<
  PageRequest extends PromiseLike<{ readonly meta: { readonly requestStatus: string } }>,
>() {
  const pages = new WeakMap<StoreExtra, PrefetchedPage<PageRequest>>();
  return {
    add(extra: StoreExtra, key: string, request: PageRequest): void {
      const page = { key, at: performance.now(), request, isLoaded: false };
      pages.set(extra, page);
      request.then(({ meta }) => {
        page.isLoaded = meta.requestStatus === 'fulfilled';
      });
    },
    /** Returns the page if it is the one of this request and not old. */
    find(extra: StoreExtra, key: string): PrefetchedPage<PageRequest> | undefined {
      const page = pages.get(extra);
      return page?.key === key && performance.now() - page.at < PREFETCH_LIFETIME_MS ? page : undefined;
    },
    remove(extra: StoreExtra): void {
      pages.delete(extra);
    },
  };
}
