import { limits } from '#contract/limits';
import { malformed } from '#server/errors';

const MAX_NAME_LENGTH = 200;
const MAX_DEPTH = 8;
const BRACKETED = /^([^[\]]+)((?:\[[^[\]]*\])+)$/;
const INDEX = /^\d{1,9}$/;

/** What has been sent under one name so far. */
interface Branch {
  readonly values: string[];
  readonly children: Map<string, Branch>;
  readonly appended: Branch[];
  /** Sent as `x[]` at least once: an array, however many values there are. */
  isList: boolean;
}

const newBranch = (): Branch => ({ values: [], children: new Map(), appended: [], isList: false });

/**
 * Reads the names of form fields: `x` is a text (an array of texts when repeated), `x[]` an array, `author[id]` an object,
 * `items[0][code]` an array of objects in the order of the indices. `items[][code]` begins a new object whenever a name
 * repeats. @throws AppError 422 for a name that is too long or too deep
 */
export function nestFields(entries: Iterable<readonly [string, string]>): Record<string, unknown> {
  const root = newBranch();
  // Long lists repeat one name thousands of times.
  const paths = new Map<string, string[]>();
  for (const [name, value] of entries) {
    let branch = root;
    const path = paths.get(name) ?? pathOf(name);
    paths.set(name, path);
    for (const [at, segment] of path.entries()) branch = descend(branch, segment, path[at + 1]);
    branch.values.push(value);
  }
  return toObject(root.children);
}

function pathOf(name: string): string[] {
  if (name.length > MAX_NAME_LENGTH) throw malformed('A field of the form has a name that is too long.');
  const [, first, rest] = BRACKETED.exec(name) ?? [];
  if (first === undefined || rest === undefined) return [name];
  const path = [first, ...rest.slice(1, -1).split('][')];
  if (path.length > MAX_DEPTH) throw malformed('A field of the form is nested too deeply.');
  return path;
}

function descend(branch: Branch, segment: string, following: string | undefined): Branch {
  if (segment !== '') {
    const known = branch.children.get(segment);
    if (known) return known;
    const made = newBranch();
    branch.children.set(segment, made);
    return made;
  }
  if (following === undefined) {
    branch.isList = true;
    return branch;
  }
  const last = branch.appended.at(-1);
  if (last && !last.children.has(following)) return last;
  const made = newBranch();
  branch.appended.push(made);
  return made;
}

function toValue(branch: Branch): unknown {
  const { values, children, appended, isList } = branch;
  if (children.size > 0) {
    const keys = [...children.keys()];
    if (!keys.every((key) => INDEX.test(key))) return toObject(children);
    keys.sort((a, b) => Number(a) - Number(b));
    return keys.map((key) => toValue(children.get(key) as Branch));
  }
  if (isList || appended.length > 0) return [...values, ...appended.map(toValue)];
  return values.length > 1 ? values : (values[0] ?? '');
}

function toObject(children: ReadonlyMap<string, Branch>): Record<string, unknown> {
  const entries = [...children].filter(([key]) => key !== '__proto__');
  return Object.fromEntries(entries.map(([key, branch]) => [key, toValue(branch)]));
}

/** Takes `__proto__` out of what `JSON.parse` made, at every depth, and bounds the texts. @throws AppError 422 */
export function withoutPrototypes(value: Record<string, unknown>): Record<string, unknown> {
  clean(value);
  return value;
}

function clean(value: unknown): void {
  if (typeof value === 'string' && value.length > limits.maxFieldBytes) {
    throw malformed('A text in the request is too long.');
  }
  if (typeof value !== 'object' || value === null) return;
  if (Object.hasOwn(value, '__proto__')) Reflect.deleteProperty(value, '__proto__');
  for (const one of Object.values(value) as unknown[]) clean(one);
}

/** A copy with the keys of all objects in order, so that equal bodies are written alike. */
export function toCanonical(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(toCanonical);
  const entries = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([key, one]) => [key, toCanonical(one)]));
}
