import { stripVTControlCharacters } from 'node:util';

/** @typedef {{ passed: number, failed: number, skipped: number }} Counts */

/** @type {Readonly<Counts>} */
export const none = { passed: 0, failed: 0, skipped: 0 };

/**
 * @param {Counts} one
 * @param {Counts} other
 * @returns {Counts}
 */
export function add(one, other) {
  return {
    passed: one.passed + other.passed,
    failed: one.failed + other.failed,
    skipped: one.skipped + other.skipped,
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
    const failedTests = file.assertionResults.filter((/** @type {any} */ one) => one.status === 'failed');
    if (failedTests.length === 0 && file.status === 'failed') return [failure(file.name, file.message)];
    return failedTests.map((/** @type {any} */ one) =>
      failure(`${file.name}: ${one.fullName}`, one.failureMessages[0]),
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
        const results = spec.tests.flatMap((/** @type {any} */ one) => one.results);
        const wrong = results.find((/** @type {any} */ one) => one.error);
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
