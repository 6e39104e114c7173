import { expect, test } from 'vitest';
import { joinSubjects, MAX_SUBJECTS, MAX_SUBJECTS_LENGTH, parseSubjects } from './book-subjects.ts';

test.each([
  ['', '', ''],
  ['Own:a', '', 'Own:a'],
  ['', 'Own:a', 'Own:a'],
  ['Own:a=First; Own:b', 'own:A=Second; Thema:FBA', 'Own:a=First; Own:b; Thema:FBA'],
])('joins %j and %j', (first, second, text) => expect(joinSubjects(first, second)).toBe(text));

test('joins as many subjects as a book can have', () => {
  const many = (scheme: string, label: string) =>
    Array.from({ length: 40 }, (_, index) => `${scheme}:${index}=${label}`).join('; ');
  expect(parseSubjects(joinSubjects(many('A', 'x'), many('B', 'x')))).toHaveLength(MAX_SUBJECTS);
  const text = joinSubjects(many('A', 'x'.repeat(450)), many('B', 'x'.repeat(450)));
  expect(text.length).toBeLessThanOrEqual(MAX_SUBJECTS_LENGTH);
  expect(text.length).toBeGreaterThan(MAX_SUBJECTS_LENGTH - 500);
});
