/**
 * The points of requests that use the server, the database or a child process for longer than reading a list. Other requests
 * cost no points. The paths are those of the contract.
 */
export const callPoints = {
  'GET /search': 3,
  'GET /books/list?in=everything': 3,
  'POST /uploads': 1,
  'POST /books/bulk/preview': 15,
  'POST /mobile/home/preview': 15,
  'GET /imports/:id/compare': 15,
  'GET /reports/analytics': 15,
  'GET /reports/analytics/groups': 5,
  'GET /reports/work-by-user': 15,
  'GET /audit-log/summary': 15,
  'POST /books/:id/chapters/audio': 15,
  'POST /jobs/:id/retry': 15,
  'GET /jobs/events': 30,
  'GET /books/:id/export': 30,
  'POST /books/:id/align': 30,
  'POST /books/bulk': 30,
  'POST /imports': 30,
  'POST /imports/accept-ready': 30,
  'POST /imports/:id/retry': 30,
  'POST /spreadsheets/:id/apply': 30,
  'POST /backups': 30,
  'POST /backups/test': 30,
  'GET /backups/:id/download': 60,
  'GET /profile/personal-data': 60,
  'GET /users/:id/personal-data': 60,
  'POST /spreadsheets/preview': 60,
  'GET /spreadsheets/:kind/export': 60,
  'GET /reports/health/issues.csv': 60,
  'GET /books/:id/proofing.csv': 60,
  'GET /audit-log/entries.csv': 60,
} as const;

export type CostlyCall = keyof typeof callPoints;

const isCostly = (call: string): call is CostlyCall => Object.hasOwn(callPoints, call);

/** Returns the key of a request in `callPoints`; undefined if it costs no points. @param query the parsed query of the request */
export function costlyCallOf(method: string, path: string, query: unknown): CostlyCall | undefined {
  const call = `${method} ${path}`;
  const isFullText =
    typeof query === 'object' && query !== null && 'in' in query && query.in === 'everything';
  const key = isFullText ? `${call}?in=everything` : call;
  return [key, call].find(isCostly);
}

/** Returns true if some requests to this path cost points. */
export const isLimited = (method: string, path: string): boolean =>
  Object.keys(callPoints).some((key) => key.split('?', 1)[0] === `${method} ${path}`);
