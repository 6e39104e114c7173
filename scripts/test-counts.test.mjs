import { expect, test } from 'vitest';
import {
  add,
  browserCounts,
  browserFailures,
  closingLine,
  single,
  unitCounts,
  unitFailures,
} from './test-counts.mjs';

const unit = { numPassedTests: 5, numFailedTests: 0, numPendingTests: 1, numTodoTests: 1, testResults: [] };

test('counts the tests of a unit run, and the skipped ones', () => {
  expect(unitCounts(unit, 0)).toEqual({ passed: 5, failed: 0, skipped: 2 });
});

test('counts a file that does not load as a failure', () => {
  const testResults = [{ status: 'failed', assertionResults: [] }];
  expect(unitCounts({ ...unit, testResults }, 1)).toEqual({ passed: 5, failed: 1, skipped: 2 });
});

test('counts a run with an error exit code or without a report as failed', () => {
  expect(unitCounts(unit, 1).failed).toBe(1);
  expect(unitCounts(undefined, 0).failed).toBe(1);
  expect(browserCounts({ stats: { expected: 3, flaky: 0, unexpected: 0, skipped: 0 } }, 1).failed).toBe(1);
  expect(browserCounts(undefined, 0).failed).toBe(1);
});

test('adds up the counts in the last line', () => {
  const inBrowser = browserCounts({ stats: { expected: 3, flaky: 1, unexpected: 2, skipped: 0 } }, 1);
  expect(closingLine(add(single(true), inBrowser))).toBe('5 passed, 2 failed, 0 skipped');
});

test('returns failed tests with the first lines of their messages', () => {
  const assertionResults = [
    { status: 'passed', fullName: 'holds', failureMessages: [] },
    { status: 'failed', fullName: 'adds up', failureMessages: ['\u001B[31mexpected 3\u001B[39m\nto be 4'] },
  ];
  const testResults = [
    { name: 'a.test.ts', status: 'failed', assertionResults },
    { name: 'b.test.ts', status: 'failed', assertionResults: [], message: 'does not load' },
  ];
  expect(unitFailures({ testResults })).toEqual([
    'a.test.ts: adds up\n  expected 3\n  to be 4',
    'b.test.ts\n  does not load',
  ]);
  const specs = [
    { ok: true, file: 'a.spec.ts', line: 1, title: 'holds', tests: [] },
    {
      ok: false,
      file: 'a.spec.ts',
      line: 9,
      title: 'opens',
      tests: [{ results: [{ error: { message: 'no' } }] }],
    },
  ];
  expect(browserFailures({ suites: [{ suites: [{ specs }] }] })).toEqual(['a.spec.ts:9: opens\n  no']);
  expect([unitFailures(undefined), browserFailures(undefined)]).toEqual([[], []]);
});
