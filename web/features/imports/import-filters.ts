import type { Query } from '#web/core/api/encode.ts';

/** The filters of the list. */
export const stateFilters = [
  'all',
  'needs_review',
  'ready',
  'receiving',
  'reading',
  'failed',
  'accepted',
] as const;
export type StateFilter = (typeof stateFilters)[number];

export interface ImportFilters {
  readonly search: string;
  readonly show: StateFilter;
  readonly isOwn: boolean;
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
    show: stateFilters.find((filter) => filter === parameters.get('show')) ?? 'all',
    isOwn: parameters.get('mine') === '1',
    batchId: number('batch_id'),
    page: number('page') ?? 1,
  };
}

export function writeFilters({ search, show, isOwn, batchId, page }: ImportFilters): URLSearchParams {
  return new URLSearchParams({
    ...(search !== '' && { search }),
    ...(show !== 'all' && { show }),
    ...(isOwn && { mine: '1' }),
    ...(batchId !== undefined && { batch_id: String(batchId) }),
    ...(page > 1 && { page: String(page) }),
  });
}

const queryOf: Record<StateFilter, Query> = {
  all: {},
  needs_review: { needs_review: true },
  ready: { needs_review: false },
  receiving: { state: 'receiving' },
  reading: { state: 'reading' },
  failed: { state: 'failed' },
  accepted: { state: 'accepted' },
};

/** Returns the filters as the query of a request. */
export function toQuery({ search, show, isOwn, batchId, page }: ImportFilters, pageSize: number) {
  return {
    page,
    items_per_page: pageSize,
    search,
    ...queryOf[show],
    ...(isOwn && { mine: true }),
    ...(batchId !== undefined && { batch_id: batchId }),
  };
}

export const hasFilters = ({ search, show, isOwn, batchId }: ImportFilters): boolean =>
  search !== '' || show !== 'all' || isOwn || batchId !== undefined;
