import { get } from 'node:http';
import { auditLogEndpoints } from '#contract/audit-log/audit-log';
import { rssOf, signIn, startLectern } from './server-process.ts';

const LINES = 100_000;

/** Downloads the whole audit log as CSV with a slow reader, and measures the memory of the server. */
export async function readAuditLogFile({
  env,
  databaseName,
}: {
  readonly env: Readonly<Record<string, string>>;
  readonly databaseName: string | undefined;
}) {
  const server = await startLectern(env, databaseName);
  const token = await signIn(server.origin);
  const before = { rss: server.rss(), cpuMs: server.cpuMs() };
  /** The peak memory after each block of lines and at the end. Constant memory use stops rising. */
  const peaks: number[] = [];
  let peak = before.rss;
  let lines = 0;
  let bytes = 0;
  await new Promise<void>((resolve, reject) => {
    get(
      `${server.origin}/api${auditLogEndpoints.csv.path}`,
      { headers: { authorization: `Bearer ${token}` } },
      (response) => {
        response.once('error', reject).once('end', resolve);
        response.on('data', (chunk: Buffer) => {
          bytes += chunk.length;
          for (const byte of chunk) if (byte === 10) lines += 1;
          peak = Math.max(peak, rssOf(server.pid));
          if (lines >= LINES * (peaks.length + 1)) peaks.push(peak);
          response.pause();
          setTimeout(() => response.resume(), 1);
        });
      },
    ).once('error', reject);
  });
  const cpuMs = server.cpuMs() - before.cpuMs;
  await server.stop();
  const mebibytes = (count: number) => Math.round(count / 1024 ** 2);
  return {
    'rows of the CSV': lines - 1,
    'its MiB': mebibytes(bytes),
    'RSS added by it, MiB': mebibytes(peak - before.rss),
    'by 100,000 rows each': peaks.map((bytesThen) => mebibytes(bytesThen - before.rss)).join(' '),
    'CPU ms for 1,000 rows': Math.round((cpuMs / (lines - 1)) * 100_000) / 100,
  };
}
