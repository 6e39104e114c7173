import { limits } from '#contract/core/limits';
import { knownErrors } from '#contract/core/errors';
import { appError } from '#server/core/errors';
import { yieldToEventLoop } from '#server/core/yield-to-event-loop';

const MAX_NAME_LENGTH = 200;
const MAX_NAME_SEGMENTS = 8;
const BRACKETED = /^([^[\]]+)((?:\[[^[\]]*\])+)$/;
const INDEX = /^\d{1,9}$/;
/** The number of fields that are read before the event loop runs again. */
const SLICE = 2_000;

/** The values of one name. */
interface Branch {
  readonly values: string[];
  children?: Map<string, Branch>;
  appended?: Branch[];
  /** True if the name was sent as `x[]`. The value is then always an array. */
  isList: boolean;
}

const emptyBranch = (): Branch => ({ values: [], isList: false });

/**
 * Converts form fields to nested values. `x` is a string, or an array of strings if it repeats. `x[]` is an array, `author[id]` an object,
 * and `items[0][code]` an array of objects in the order of their indices. `items[][code]` starts a new object when a name repeats. Yields
 * to the event loop between slices.
 * @throws AppError 422 for a name that is too long or too deep, 413 for too many names
 */
export async function nestFields(
  entries: Iterable<readonly [string, string]>,
): Promise<Record<string, unknown>> {
  const tree = createTree();
  let count = 0;
  for (const [name, value] of entries) {
    tree.add(name, value);
    count += 1;
    if (count % SLICE === 0) await yieldToEventLoop();
  }
  return tree.toObject();
}

function createTree() {
  const root = emptyBranch();
  // Long lists repeat one name thousands of times, so the last path is cached.
  let lastName: string | undefined;
  let lastPath: string[] = [];
  let branches = 0;

  function makeBranch(): Branch {
    branches += 1;
    if (branches > limits.maxValues) throw appError(knownErrors.tooManyFields);
    return emptyBranch();
  }

  function descend(branch: Branch, segment: string, nextName: string | undefined): Branch {
    if (segment !== '') {
      branch.children ??= new Map();
      const child = branch.children.get(segment);
      if (child) return child;
      if (branch.children.size >= limits.maxKeys && !INDEX.test(segment))
        throw appError(knownErrors.tooManyFields);
      const newBranch = makeBranch();
      branch.children.set(segment, newBranch);
      return newBranch;
    }
    if (nextName === undefined) {
      branch.isList = true;
      return branch;
    }
    branch.appended ??= [];
    const last = branch.appended.at(-1);
    if (last && !last.children?.has(nextName)) return last;
    const childBranch = makeBranch();
    branch.appended.push(childBranch);
    return childBranch;
  }

  return {
    add(name: string, value: string): void {
      if (name !== lastName) lastPath = pathOf(name);
      lastName = name;
      let branch = root;
      for (let index = 0; index < lastPath.length; index += 1)
        branch = descend(branch, lastPath[index] ?? '', lastPath[index + 1]);
      branch.values.push(value);
    },
    toObject: () => toObject(root.children ?? new Map<string, Branch>()),
  };
}

function pathOf(name: string): string[] {
  if (name.length > MAX_NAME_LENGTH) throw appError(knownErrors.fieldNameTooLong);
  const [, first, rest] = BRACKETED.exec(name) ?? [];
  if (first === undefined || rest === undefined) return [name];
  const path = [first, ...rest.slice(1, -1).split('][')];
  if (path.length > MAX_NAME_SEGMENTS) throw appError(knownErrors.fieldNestedTooDeeply);
  return path;
}

function toValue(branch: Branch): unknown {
  const { values, children, appended, isList } = branch;
  if (children) {
    const keys = [...children.keys()];
    if (!keys.every((key) => INDEX.test(key))) return toObject(children);
    keys.sort((a, b) => Number(a) - Number(b));
    return keys.map((key) => toValue(children.get(key) as Branch));
  }
  if (isList || appended) return [...values, ...(appended ?? []).map(toValue)];
  return values.length > 1 ? values : (values[0] ?? '');
}

function toObject(children: ReadonlyMap<string, Branch>): Record<string, unknown> {
  const object: Record<string, unknown> = {};
  for (const [key, branch] of children) if (key !== '__proto__') object[key] = toValue(branch);
  return object;
}

/**
 * Removes `__proto__` keys from parsed JSON at every depth, and checks the size of strings and objects.
 * @throws AppError 413, 422
 */
export function withoutPrototypes(value: Record<string, unknown>): Record<string, unknown> {
  clean(value);
  return value;
}

function clean(value: unknown): void {
  if (typeof value === 'string' && value.length > limits.maxFieldBytes) {
    throw appError(knownErrors.textTooLong);
  }
  if (typeof value !== 'object' || value === null) return;
  if (Array.isArray(value)) {
    for (const item of value) clean(item);
    return;
  }
  const keys = Object.keys(value);
  if (keys.length > limits.maxKeys) throw appError(knownErrors.tooManyValues);
  if (Object.hasOwn(value, '__proto__')) Reflect.deleteProperty(value, '__proto__');
  for (const item of Object.values(value) as unknown[]) clean(item);
}

/** Returns a copy with sorted keys in all objects, so equal bodies serialize to the same text. */
export function toCanonical(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(toCanonical);
  const entries = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([key, item]) => [key, toCanonical(item)]));
}
