import type { Query } from '#web/core/api/encode.ts';

/** The filters of the list. */
export const showings = [
  'all',
  'needs_review',
  'ready',
  'receiving',
  'reading',
  'failed',
  'accepted',
] as const;
export type Showing = (typeof showings)[number];

export interface ImportFilters {
  readonly search: string;
  readonly show: Showing;
  readonly isMine: boolean;
  /** Undefined for all batches. */
  readonly batchId: number | undefined;
  readonly page: number;
}

/** Reads the filters from the address, so that a filtered list can be linked. */
export function readFilters(parameters: URLSearchParams): ImportFilters {
  const number = (name: string) => {
    const text = parameters.get(name) ?? '';
    return /^[1-9]\d{0,8}$/.test(text) ? Number(text) : undefined;
  };
  return {
    search: parameters.get('search') ?? '',
    show: showings.find((one) => one === parameters.get('show')) ?? 'all',
    isMine: parameters.get('mine') === '1',
    batchId: number('batch_id'),
    page: number('page') ?? 1,
  };
}

export function writeFilters({ search, show, isMine, batchId, page }: ImportFilters): URLSearchParams {
  return new URLSearchParams({
    ...(search !== '' && { search }),
    ...(show !== 'all' && { show }),
    ...(isMine && { mine: '1' }),
    ...(batchId !== undefined && { batch_id: String(batchId) }),
    ...(page > 1 && { page: String(page) }),
  });
}

const queryOf: Record<Showing, Query> = {
  all: {},
  needs_review: { needs_review: true },
  ready: { needs_review: false },
  receiving: { state: 'receiving' },
  reading: { state: 'reading' },
  failed: { state: 'failed' },
  accepted: { state: 'accepted' },
};

/** Returns the filters as the query of a request. */
export function toQuery({ search, show, isMine, batchId, page }: ImportFilters, pageSize: number) {
  return {
    page,
    items_per_page: pageSize,
    search,
    ...queryOf[show],
    ...(isMine && { mine: true }),
    ...(batchId !== undefined && { batch_id: batchId }),
  };
}

export const isNarrowed = ({ search, show, isMine, batchId }: ImportFilters): boolean =>
  search !== '' || show !== 'all' || isMine || batchId !== undefined;
