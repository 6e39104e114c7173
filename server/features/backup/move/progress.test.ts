import { expect, test, vi } from 'vitest';
import type { StepProgress } from './move-progress.ts';
import { createProgress } from './progress.ts';

test('prints and stores the progress and the remaining time every few seconds', () => {
  const now = vi.spyOn(performance, 'now').mockReturnValue(0);
  const lines: string[] = [];
  const reports: StepProgress[] = [];
  const lease = { report: (current: StepProgress) => void reports.push(current) };
  const progress = createProgress('rows', { print: (line) => void lines.push(line), lease, total: 1_000 });
  now.mockReturnValue(4_000);
  progress.add(100);
  now.mockReturnValue(6_000);
  progress.add(100);
  now.mockReturnValue(7_000);
  progress.add(100);
  expect(lines).toEqual(['Rows: 20%, 24 s left']);
  expect(reports).toEqual([
    { step: 'rows', progress: 0, secondsLeft: null },
    { step: 'rows', progress: 0.2, secondsLeft: 24 },
  ]);
  now.mockRestore();
});
