import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The folder of the demo catalogue that every worker copies. The first process names it, all others inherit the name. */
export function demoFolder(): string {
  return (process.env['LECTERN_DEMO_FOLDER'] ??= mkdtempSync(join(tmpdir(), 'lectern-demo-')));
}

export default function removeDemoFolder(): void {
  rmSync(demoFolder(), { recursive: true, force: true });
}
