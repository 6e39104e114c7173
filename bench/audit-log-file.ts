import { once } from 'node:events';
import { type IncomingMessage, get } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { auditLogEndpoints } from '#contract/audit-log/audit-log';
import type { Catalogue } from './catalogues.ts';
import { round } from './load.ts';
import { startSignedIn } from './server-process.ts';

const LINES = 100_000;
const MEBIBYTE = 1024 ** 2;

/** Downloads the whole audit log as CSV with a slow reader, and measures the memory of the server. */
export async function readAuditLogFile(catalogue: Catalogue) {
  const { server, token } = await startSignedIn(catalogue);
  const before = { rss: server.rss(), cpuMs: server.cpuMs() };
  /** The peak memory after each block of lines and at the end. Constant memory use stops rising. */
  const peaks: number[] = [];
  let [peak, lines, bytes] = [before.rss, 0, 0];
  const headers = { authorization: `Bearer ${token}` };
  const download = get(`${server.origin}/api${auditLogEndpoints.csv.path}`, { headers });
  const [response] = (await once(download, 'response')) as [IncomingMessage];
  for await (const chunk of response as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    for (const byte of chunk) if (byte === 10) lines += 1;
    peak = Math.max(peak, server.rss());
    if (lines >= LINES * (peaks.length + 1)) peaks.push(peak);
    await pause(1);
  }
  const cpuMs = server.cpuMs() - before.cpuMs;
  await server.stop();
  return {
    'rows of the CSV': lines - 1,
    'its MiB': round(bytes / MEBIBYTE, 0),
    'RSS added by it, MiB': round((peak - before.rss) / MEBIBYTE, 0),
    'by 100,000 rows each': peaks.map((rss) => round((rss - before.rss) / MEBIBYTE, 0)).join(' '),
    'CPU ms for 1,000 rows': round((cpuMs / (lines - 1)) * 1_000),
  };
}
