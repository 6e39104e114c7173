import { stripVTControlCharacters } from 'node:util';

/** @typedef {{ passed: number, failed: number, skipped: number }} Counts */

/** @type {Readonly<Counts>} */
export const none = { passed: 0, failed: 0, skipped: 0 };

/**
 * @param {Counts} first
 * @param {Counts} second
 * @returns {Counts}
 */
export function add(first, second) {
  return {
    passed: first.passed + second.passed,
    failed: first.failed + second.failed,
    skipped: first.skipped + second.skipped,
  };
}

/** @param {boolean} isPassed */
export function single(isPassed) {
  return isPassed ? { ...none, passed: 1 } : { ...none, failed: 1 };
}

/**
 * Counts a run with an error exit code and no failed test as one failure: setup errors, files that do not load, crashes.
 * @param {Counts} counts
 * @param {number} exitCode
 */
function withExitCode(counts, exitCode) {
  return exitCode !== 0 && counts.failed === 0 ? add(counts, single(false)) : counts;
}

/**
 * @param {any} report Vitest's JSON report, undefined when it wrote none
 * @param {number} exitCode
 * @returns {Counts}
 */
export function unitCounts(report, exitCode) {
  if (!report) return single(false);
  const emptyFailures = report.testResults.filter(
    (/** @type {any} */ file) => file.status === 'failed' && file.assertionResults.length === 0,
  );
  const counts = {
    passed: report.numPassedTests,
    failed: report.numFailedTests + emptyFailures.length,
    skipped: report.numPendingTests + report.numTodoTests,
  };
  return withExitCode(counts, exitCode);
}

/**
 * @param {any} report Playwright's JSON report, undefined when it wrote none
 * @param {number} exitCode
 * @returns {Counts}
 */
export function browserCounts(report, exitCode) {
  if (!report) return single(false);
  const { expected, flaky, unexpected, skipped } = report.stats;
  return withExitCode({ passed: expected + flaky, failed: unexpected, skipped }, exitCode);
}

/**
 * Returns the failures, one paragraph each: file, name and the first lines of the message.
 * @param {any} report Vitest's JSON report, undefined when it wrote none
 * @returns {string[]}
 */
export function unitFailures(report) {
  return (report?.testResults ?? []).flatMap((/** @type {any} */ file) => {
    const failedTests = file.assertionResults.filter(
      (/** @type {any} */ result) => result.status === 'failed',
    );
    if (failedTests.length === 0 && file.status === 'failed') return [failure(file.name, file.message)];
    return failedTests.map((/** @type {any} */ test) =>
      failure(`${file.name}: ${test.fullName}`, test.failureMessages[0]),
    );
  });
}

/**
 * @param {any} report Playwright's JSON report, undefined when it wrote none
 * @returns {string[]}
 */
export function browserFailures(report) {
  const inSuite = (/** @type {any} */ suite) => [
    ...(suite.specs ?? [])
      .filter((/** @type {any} */ spec) => !spec.ok)
      .map((/** @type {any} */ spec) => {
        const results = spec.tests.flatMap((/** @type {any} */ test) => test.results);
        const wrong = results.find((/** @type {any} */ result) => result.error);
        return failure(`${spec.file}:${spec.line}: ${spec.title}`, wrong?.error.message);
      }),
    ...(suite.suites ?? []).flatMap(inSuite),
  ];
  return (report?.suites ?? []).flatMap(inSuite);
}

/**
 * @param {string} name
 * @param {string | undefined} reason
 */
function failure(name, reason = '') {
  const lines = stripVTControlCharacters(reason).split('\n').slice(0, 12);
  return [name, ...lines.map((line) => `  ${line}`)].join('\n').trimEnd();
}

/** @param {Counts} counts */
export function closingLine({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed, ${skipped} skipped`;
}
