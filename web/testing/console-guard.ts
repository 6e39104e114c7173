import { afterEach, beforeEach, expect, vi } from 'vitest';

type Matches = (line: readonly unknown[]) => boolean;

const environmentMessages =
  /^The width\(0\) and height\(0\) of chart|^(Serializable|Immutable)StateInvariantMiddleware took/;

/** Matches messages about the test environment: a document without layout and `<search>`, on a slow machine. */
const isOfSurroundings: Matches = ([text, tag]) =>
  environmentMessages.test(String(text)) ||
  (String(text).startsWith('The tag <%s> is unrecognized') && tag === 'search');

let expected: Matches[] = [];
let messages: unknown[][] = [];

/** Allows console lines with these prefixes in this test. */
export function expectConsole(...prefixes: string[]): void {
  expected.push(([text]) => prefixes.some((prefix) => String(text).startsWith(prefix)));
}

/** Allows logged errors with this status in this test. */
export function expectError(status: number): void {
  expected.push(([, cause]) => (cause as { status?: unknown } | undefined)?.status === status);
}

/** Fails a test that writes an unexpected warning or error to the console. */
export function installConsoleGuard(): void {
  beforeEach(() => {
    messages = [];
    expected = [isOfSurroundings];
    for (const method of ['error', 'warn'] as const)
      vi.spyOn(console, method).mockImplementation((...line: unknown[]) => void messages.push(line));
  });
  afterEach(() => {
    expect(messages.filter((line) => !expected.some((matches) => matches(line)))).toEqual([]);
  });
}
