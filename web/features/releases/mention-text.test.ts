import { expect, it } from 'vitest';
import { mentionQueryAt, suggestedUsers, toStoredText, toTypedText } from './mention-text.ts';

const users = [
  { id: 1, name: 'Ada' },
  { id: 2, name: 'Ada Marsh' },
  { id: 3, name: 'Ben Şahin (QA)' },
  { id: 4, name: 'Kim Lee' },
  { id: 5, name: 'Kim Lee' },
];

it.each([
  ['Hello @Ada Marsh, and @Ada.', 'Hello @{2}, and @{1}.'],
  ['(@Ben Şahin (QA))', '(@{3})'],
  ['@Kim Lee (5) @Kim Lee (4)', '@{5} @{4}'],
  ['@{12} stays', '@{12} stays'],
])('stores %s as %s, and shows it again', (typedText, storedText) => {
  expect(toStoredText(typedText, users)).toBe(storedText);
  expect(toTypedText(storedText, users)).toBe(typedText);
});

it('stores a name that several users have as the user who was mentioned before', () => {
  const mentions = [{ id: 5, name: 'Kim Lee' }];
  expect(toTypedText('@{5}', mentions)).toBe('@Kim Lee');
  expect(toStoredText('@Kim Lee and @Kim Lee (4)', users, mentions)).toBe('@{5} and @{4}');
});

it.each(['ada@Ada', '@Adam', '@ada', '@Kim Lee'])('stores %s without a mention', (text) => {
  expect(toStoredText(text, users)).toBe(text);
  expect(toStoredText(text, [])).toBe(text);
});

it.each([
  ['Hi @', '', 3],
  ['Hi @Ada M', 'Ada M', 3],
  ['@', '', 0],
  ['mail@ada', undefined, 0],
  ['@ada\nnext', undefined, 0],
  ['no mention', undefined, 0],
])('finds the typed name in %j', (typedText, text, start) => {
  expect(mentionQueryAt(typedText, typedText.length)).toEqual(
    text === undefined ? undefined : { start, text },
  );
});

it.each([
  ['', ['Ada', 'Ada Marsh', 'Ben Şahin (QA)', 'Kim Lee (4)', 'Kim Lee (5)']],
  ['ad', ['Ada', 'Ada Marsh']],
  ['MARSH', ['Ada Marsh']],
  ['sahin', ['Ben Şahin (QA)']],
  ['ada ', ['Ada Marsh']],
  ['Ada Marsh ', []],
  ['kim lee', ['Kim Lee (4)', 'Kim Lee (5)']],
  ['da', []],
  [' ', []],
])('suggests for %j', (query, labels) => {
  expect(suggestedUsers(users, query).map(({ label }) => label)).toEqual(labels);
});
