import { beforeEach, expect, it, vi } from 'vitest';
import { expectConsole } from '#web/testing/console-guard.ts';
import { readFormAutosave, writeFormAutosave } from '#web/core/components/form-autosaves.ts';
import { readContentAutosave, writeContentAutosave } from '#web/features/book-content/saving/autosaves.ts';

const ann = 'ann@example.org';
const form = { version: 1, values: { name: 'Changed' } };
const book = { id: 7, releaseId: undefined };
const content = { baseVersion: 2, savedAt: '2026-01-02T03:04:05.000Z', chapters: [{ id: 1 }] };

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});

it('returns autosaves to the account that wrote them', () => {
  writeFormAutosave('books:7', ann, form);
  writeContentAutosave(book, ann, content);
  expect([readFormAutosave('books:7', ann), readContentAutosave(book, ann)]).toEqual([form, content]);
  expect(readContentAutosave({ ...book, releaseId: 5 }, ann)).toBeUndefined();
});

it('deletes the autosaves of another account and invalid ones when they are read', () => {
  writeFormAutosave('books:7', ann, form);
  writeContentAutosave(book, ann, content);
  localStorage.setItem('content_editor_draft:8', '{');
  expect(readFormAutosave('books:7', 'ben@example.org')).toBeUndefined();
  expect(readContentAutosave(book, 'ben@example.org')).toBeUndefined();
  expect(readContentAutosave({ ...book, id: 8 }, ann)).toBeUndefined();
  expect([sessionStorage.length, localStorage.length]).toEqual([0, 0]);
});

it('only logs the errors of a blocked storage', () => {
  expectConsole('The autosave could not be stored');
  const storages = ['localStorage', 'sessionStorage'] as const;
  const descriptors = storages.map(
    (name) => [name, Object.getOwnPropertyDescriptor(globalThis, name)] as const,
  );
  for (const name of storages)
    Object.defineProperty(globalThis, name, {
      configurable: true,
      get() {
        throw new DOMException('Blocked', 'SecurityError');
      },
    });
  try {
    writeFormAutosave('books:7', ann, form);
    writeContentAutosave(book, ann, content);
    expect(readFormAutosave('books:7', ann)).toBeUndefined();
    expect(readContentAutosave(book, ann)).toBeUndefined();
    expect(vi.mocked(console.error)).toHaveBeenCalledTimes(2);
  } finally {
    for (const [name, descriptor] of descriptors)
      if (descriptor) Object.defineProperty(globalThis, name, descriptor);
  }
});
