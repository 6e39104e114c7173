import { limits } from '#contract/core/limits';
import { knownErrors } from '#contract/core/errors';
import { appError } from '#server/core/errors';

const MAX_JSON_DEPTH = 32;

const BLANK = 0x20;
const QUOTE = 0x22;
const AMPERSAND = 0x26;
const COMMA = 0x2c;
const OPEN_LIST = 0x5b;
const BACKSLASH = 0x5c;
const CLOSE_LIST = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

/** Counts the values and the nesting depth of JSON by its separators and brackets. */
function createCount(maxValues: number = limits.maxValues) {
  let values = 0;
  let depth = 0;
  let deepest = 0;
  return {
    add(code: number): void {
      if (code === COMMA) values += 1;
      else if (code === OPEN_LIST || code === OPEN_OBJECT) {
        values += 1;
        depth += 1;
        if (depth > deepest) deepest = depth;
      } else if (code === CLOSE_LIST || code === CLOSE_OBJECT) depth -= 1;
    },
    depth: () => depth,
    /** Resets the depth at the start or the end of a string that contains JSON. Brackets in the string may be unbalanced. */
    returnTo(outer: number): void {
      depth = outer;
    },
    /** @throws AppError 413 for too many values, 422 for too many levels */
    check(): void {
      if (deepest > MAX_JSON_DEPTH) throw appError(knownErrors.nestedTooDeeply);
      if (values > maxValues) throw appError(knownErrors.tooManyValues);
    },
  };
}

const opensJson = (code: number): boolean => code === OPEN_LIST || code === OPEN_OBJECT;

/**
 * Returns a function that checks the chunks of a JSON body, so the server rejects the body before it parses it. Every key, entry, object
 * and list counts as one value. Strings that contain JSON, such as lists in forms, count with their values. The function does not validate
 * the JSON.
 * @throws AppError 413 for too many values, 422 for too many levels
 */
export function createJsonGauge(maxValues?: number): (chunk: Uint8Array) => void {
  const count = createCount(maxValues);
  let isInText = false;
  let isEscaped = false;
  let isAtStart = false;
  let isNestedJson = false;
  let outer = 0;

  return (chunk) => {
    for (const byte of chunk) {
      if (!isInText) {
        if (byte === QUOTE) {
          isInText = true;
          isAtStart = true;
          isNestedJson = false;
          outer = count.depth();
        } else count.add(byte);
      } else if (isEscaped) isEscaped = false;
      else if (byte === BACKSLASH) isEscaped = true;
      else if (byte === QUOTE) {
        isInText = false;
        count.returnTo(outer);
      } else {
        if (isAtStart && byte > BLANK) {
          isAtStart = false;
          isNestedJson = opensJson(byte);
          count.returnTo(0);
        }
        if (isNestedJson) count.add(byte);
      }
    }
    count.check();
  };
}

/**
 * Returns a function that counts the fields in the chunks of an urlencoded form.
 * @throws AppError 413
 */
export function createFormGauge(): (chunk: Uint8Array) => void {
  let fields = 1;
  return (chunk) => {
    for (const byte of chunk) if (byte === AMPERSAND) fields += 1;
    if (fields > limits.maxFields) throw appError(knownErrors.tooManyFields);
  };
}

/**
 * Returns a function that checks the fields of a form. The JSON values of all fields count together.
 * @throws AppError 413, 422
 */
export function createFieldGauge(): (value: string) => void {
  const count = createCount();
  return (value) => {
    if (value.length > limits.maxFieldBytes) throw appError(knownErrors.textTooLong);
    if (!opensJson(value.trimStart().charCodeAt(0))) return;
    for (let index = 0; index < value.length; index += 1) count.add(value.charCodeAt(index));
    count.returnTo(0);
    count.check();
  };
}
