import { beforeEach, expect, it } from 'vitest';
import { writeFormAutosave } from '#web/core/components/form-autosaves.ts';
import { claimStorage, clearAccountStorage, clearExpiredSession } from './account-storage.ts';

const ann = 'ann@example.org';
const preferences = [
  'lectern-appearance',
  'lectern-list-view',
  'lectern-picker-language',
  'lectern-player-speed',
  'other-site',
];
const localKeys = [
  'content_editor_draft:7',
  'lectern-books-filters',
  'lectern-player-positions',
  'lectern-recent',
  'lectern-upload:book:7',
];
const tabKeys = ['form_draft:books:7', 'lectern-activity', 'lectern-way-back'];

const labelledHits = JSON.stringify({ account: ann, hits: [] });
const isLabelled = (key: string) => /draft|recent|way-back/.test(key);
const contentIn = (storage: Storage) =>
  Object.keys(storage)
    .filter((key) => !preferences.includes(key) && key !== 'lectern-account')
    .toSorted();

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  claimStorage(ann);
  for (const key of preferences) localStorage.setItem(key, '"x"');
  for (const key of localKeys) localStorage.setItem(key, isLabelled(key) ? labelledHits : '{}');
  for (const key of tabKeys) sessionStorage.setItem(key, isLabelled(key) ? labelledHits : '{}');
});

const expectPreferences = () => {
  for (const key of preferences) expect(localStorage.getItem(key)).toBe('"x"');
};

it('deletes all content of the account at sign-out', () => {
  clearAccountStorage();
  expect([contentIn(localStorage), contentIn(sessionStorage)]).toEqual([[], []]);
  expect(localStorage.getItem('lectern-account')).toBe('');
  // A form that closes after the sign-out.
  writeFormAutosave('books:7', ann, { version: 1, values: {} });
  expect(contentIn(sessionStorage)).toEqual([]);
  expectPreferences();
});

it('keeps autosaves, filters and the return address of an expired session', () => {
  clearExpiredSession();
  expect(contentIn(localStorage)).toEqual(localKeys.filter((key) => key !== 'lectern-recent'));
  expect(contentIn(sessionStorage)).toEqual(tabKeys);
  claimStorage(' Ann@Example.org');
  expect(contentIn(localStorage)).toContain('content_editor_draft:7');
  expect(contentIn(sessionStorage)).toEqual(tabKeys);
});

it('deletes all content of another account at sign-in', () => {
  claimStorage('ben@example.org');
  expect([contentIn(localStorage), contentIn(sessionStorage)]).toEqual([[], []]);
  expectPreferences();
});

it('deletes content labelled with another account that signed out in another tab', () => {
  localStorage.setItem('lectern-account', '');
  claimStorage('ben@example.org');
  expect([contentIn(localStorage), contentIn(sessionStorage)]).toEqual([[], []]);
});
