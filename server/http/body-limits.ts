import { limits } from '#contract/limits';
import { AppError, invalid, tooLarge } from '#server/errors';

const MAX_JSON_DEPTH = 32;

const QUOTE = 0x22;
const COMMA = 0x2c;
const OPEN_LIST = 0x5b;
const BACKSLASH = 0x5c;
const CLOSE_LIST = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;
const AMPERSAND = 0x26;

const tooMany = () => tooLarge('The request has too many values.');

/**
 * Counts what a JSON body holds while it arrives, so that it is refused before anything parses it: every key, entry, object
 * and list is one value. Texts that are themselves JSON, as lists in forms are, count with what they hold. It says nothing
 * about whether the JSON is right. @throws AppError 413 for too many values, 422 for too many layers
 */
export function createJsonGauge(): (chunk: Uint8Array) => void {
  let values = 0;
  let depth = 0;
  let isInText = false;
  let isEscaped = false;
  let isFirst = false;
  let isNested = false;

  return (chunk) => {
    for (const byte of chunk) {
      if (isInText) {
        if (isEscaped) isEscaped = false;
        else if (byte === BACKSLASH) isEscaped = true;
        else if (byte === QUOTE) isInText = false;
        else if (isFirst && byte > 0x20) {
          isFirst = false;
          isNested = byte === OPEN_LIST || byte === OPEN_OBJECT;
          if (isNested) values += 1;
        } else if (isNested && (byte === COMMA || byte === OPEN_LIST || byte === OPEN_OBJECT)) values += 1;
      } else if (byte === QUOTE) {
        isInText = true;
        isFirst = true;
        isNested = false;
      } else if (byte === COMMA) values += 1;
      else if (byte === OPEN_LIST || byte === OPEN_OBJECT) {
        values += 1;
        depth += 1;
        if (depth > MAX_JSON_DEPTH) throw invalid({}, 'The request is nested too deeply.');
      } else if (byte === CLOSE_LIST || byte === CLOSE_OBJECT) depth -= 1;
    }
    if (values > limits.maxValues) throw tooMany();
  };
}

/** Counts the fields of an urlencoded form while it arrives. @throws AppError 413 */
export function createFormGauge(): (chunk: Uint8Array) => void {
  let fields = 1;
  return (chunk) => {
    for (const byte of chunk) if (byte === AMPERSAND) fields += 1;
    if (fields > limits.maxFields) throw tooLarge('The form has too many fields.');
  };
}

/** Counts what the fields of a form hold as JSON texts, all together. @throws AppError 413, 422 */
export function createFieldGauge(): (value: string) => void {
  let values = 0;
  return (value) => {
    if (value.length > limits.maxFieldBytes) throw new AppError(422, 'A text in the request is too long.');
    const first = value.trimStart().charCodeAt(0);
    if (first !== OPEN_LIST && first !== OPEN_OBJECT) return;
    for (let at = 0; at < value.length; at += 1) {
      const code = value.charCodeAt(at);
      if (code === COMMA || code === OPEN_LIST || code === OPEN_OBJECT) values += 1;
    }
    if (values > limits.maxValues) throw tooMany();
  };
}
