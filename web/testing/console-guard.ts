import { afterEach, beforeEach, expect, vi } from 'vitest';

type Matches = (line: readonly unknown[]) => boolean;

const surroundings =
  /^The width\(0\) and height\(0\) of chart|^(Serializable|Immutable)StateInvariantMiddleware took/;

/** Messages about the test environment: a document without layout that does not know <search>, on a busy machine. */
const isOfSurroundings: Matches = ([text, tag]) =>
  surroundings.test(String(text)) ||
  (String(text).startsWith('The tag <%s> is unrecognized') && tag === 'search');

let expected: Matches[] = [];
let messages: unknown[][] = [];

/** Lets this test write such lines to the console: by how they begin. */
export function expectConsole(...prefixes: string[]): void {
  expected.push(([text]) => prefixes.some((prefix) => String(text).startsWith(prefix)));
}

/** Lets this test log failures of this status, which it asked for. */
export function expectError(status: number): void {
  expected.push(([, cause]) => (cause as { status?: unknown } | undefined)?.status === status);
}

/** A warning or an error on the console fails the test that did not expect it. */
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
