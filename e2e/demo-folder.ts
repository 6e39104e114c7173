import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Returns the folder of the demo catalogue that every worker copies. The first process sets it, and the others inherit it. */
export function demoFolder(): string {
  return (process.env['LECTERN_DEMO_FOLDER'] ??= mkdtempSync(join(tmpdir(), 'lectern-demo-')));
}

export default function removeDemoFolder(): void {
  rmSync(demoFolder(), { recursive: true, force: true });
}
