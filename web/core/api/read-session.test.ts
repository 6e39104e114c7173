import { expect, it } from 'vitest';
import { readSession, readUser } from './read-session.ts';

const blank = { name: '', email: '', avatar: null };
const ada = { name: 'Ada', email: 'ada@example.org', avatar: '/a.png', permissions: ['books:edit'] };

it.each([
  [ada, ada],
  [
    { ...ada, id: 7, locale: 'en' },
    { ...ada, id: 7, locale: 'en' },
  ],
  [{ email: 'ada@example.org' }, { ...blank, email: 'ada@example.org' }],
  [{ name: null, email: null, avatar: null, permissions: null }, blank],
  [{ ...ada, permissions: ['books:edit', null] }, ada],
])('reads the profile %j', (response, expected) => {
  expect(readUser(response)).toEqual(expected);
});

it.each([null, undefined, 'Ada', [ada]])('returns undefined for the profile %j', (response) => {
  expect(readUser(response)).toBeUndefined();
});

const session = { access_token: 't', token_type: 'Bearer', expires_in: 43_200, user: ada };

it.each([
  [session, session],
  [{ ...session, expires_in: '43200' }, session],
  [
    { ...session, expires_in: null },
    { ...session, expires_in: null },
  ],
  [
    { ...session, expires_in: 'soon' },
    { ...session, expires_in: null },
  ],
  [
    { ...session, token_type: 'token' },
    { ...session, token_type: 'token' },
  ],
  [{ access_token: 't' }, { ...session, expires_in: null, user: blank }],
  [
    { access_token: 't', token_type: null, user: null },
    { ...session, expires_in: null, user: blank },
  ],
])('reads the sign-in %j', (response, expected) => {
  expect(readSession(response)).toEqual(expected);
});

it.each([null, {}, { ...session, access_token: null }, { ...session, access_token: ' ' }])(
  'returns undefined for the sign-in %j',
  (response) => {
    expect(readSession(response)).toBeUndefined();
  },
);
