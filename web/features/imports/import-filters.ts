import type { Query } from '../../api/encode.ts';

/** What the list can be narrowed to. */
export const showings = ['all', 'needs_look', 'ready', 'receiving', 'reading', 'failed', 'accepted'] as const;
export type Showing = (typeof showings)[number];

export interface ImportFilters {
  readonly search: string;
  readonly show: Showing;
  readonly isMine: boolean;
  /** Undefined for all drops. */
  readonly dropId: number | undefined;
  readonly page: number;
}

/** What the address names, so that a filtered list can be linked to. */
export function readFilters(parameters: URLSearchParams): ImportFilters {
  const number = (name: string) => {
    const text = parameters.get(name) ?? '';
    return /^[1-9]\d{0,8}$/.test(text) ? Number(text) : undefined;
  };
  return {
    search: parameters.get('search') ?? '',
    show: showings.find((one) => one === parameters.get('show')) ?? 'all',
    isMine: parameters.get('mine') === '1',
    dropId: number('drop_id'),
    page: number('page') ?? 1,
  };
}

export function writeFilters({ search, show, isMine, dropId, page }: ImportFilters): URLSearchParams {
  return new URLSearchParams({
    ...(search !== '' && { search }),
    ...(show !== 'all' && { show }),
    ...(isMine && { mine: '1' }),
    ...(dropId !== undefined && { drop_id: String(dropId) }),
    ...(page > 1 && { page: String(page) }),
  });
}

const queryOf: Record<Showing, Query> = {
  all: {},
  needs_look: { needs_look: true },
  ready: { needs_look: false },
  receiving: { state: 'receiving' },
  reading: { state: 'reading' },
  failed: { state: 'failed' },
  accepted: { state: 'accepted' },
};

/** The filters as the wire wants them. */
export function toQuery({ search, show, isMine, dropId, page }: ImportFilters, pageSize: number) {
  return {
    page,
    items_per_page: pageSize,
    search,
    ...queryOf[show],
    ...(isMine && { mine: true }),
    ...(dropId !== undefined && { drop_id: dropId }),
  };
}

export const isNarrowed = ({ search, show, isMine, dropId }: ImportFilters): boolean =>
  search !== '' || show !== 'all' || isMine || dropId !== undefined;
