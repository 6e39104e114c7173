import { expect, it } from 'vitest';
import { parseAst } from 'vite';
import { reduceContract } from './reduce-contract.mjs';

const reduceCode = (/** @type {string} */ code) => reduceContract(code, parseAst(code));
const pure = (/** @type {string} */ value) => `/* @__PURE__ */ (() => (${value}))()`;

it('removes the descriptions of schemas, also nested ones', () => {
  expect(
    reduceCode("f(z.object({ a: z.string().describe('A `key`.').min(1) }).describe(`All ${text('x')}.`));"),
  ).toBe('f(z.object({ a: z.string().min(1) }));');
  expect(reduceCode("f(a.describe(b.describe('B')));")).toBe('f(a);');
});

it('marks constants that calls create as free of side effects', () => {
  expect(reduceCode('const a = z.string();')).toBe(`const a = ${pure('z.string()')};`);
  expect(reduceCode('export const a = { b: make() }, c = 1;')).toBe(
    `export const a = ${pure('{ b: make() }')}, c = 1;`,
  );
});

it('does not change functions, their constants and statements', () => {
  const code = 'export function f() { const a = make(); return a; }\nconst g = () => make();\nstart();';
  expect(reduceCode(code)).toBe(code);
});
