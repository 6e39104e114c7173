import { screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { formatSubjects, type Subject } from '#contract/books/book-subjects';
import type { SubjectScheme } from '#contract/subjects/subject-schemes';
import { createFakeApi } from '#web/testing/fake-api.ts';
import { pageOf } from '#web/testing/fake-users.ts';
import { renderScreen } from '#web/testing/render-screen.tsx';
import { t } from '#web/testing/t.ts';
import { toSubjectRows, toSubjectText } from './subject-rows.ts';
import { SubjectsField } from './subjects-field.tsx';

const scheme = (id: number, name: string, code_count = 0): SubjectScheme => ({
  id,
  name,
  code_count,
  is_listed_only: false,
  version: 1,
});
const thema = scheme(1, 'Thema', 3);
const own = scheme(2, 'Own');
const fiction: Subject = { scheme: 'Thema', code: 'FBA', label: 'Modern fiction' };

interface Input {
  readonly value?: string;
  readonly schemes?: readonly SubjectScheme[];
  readonly permissions?: readonly string[];
}

function open({ value: initial = '', schemes = [thema, own], permissions }: Input = {}) {
  const fake = createFakeApi(permissions);
  fake.respondNext({ path: '/subject-schemes' }, pageOf(schemes));
  const values: string[] = [];
  function Field() {
    const [value, setValue] = useState(initial);
    const onChange = (next: string) => {
      values.push(next);
      setValue(next);
    };
    return (
      <SubjectsField legend="Subjects" empty="None" value={value} isInvalid={false} onChange={onChange} />
    );
  }
  return { ...renderScreen(<Field />, { fake }), fake, values };
}
const input = (label: string) => screen.findByLabelText<HTMLInputElement>(label);
const answer = (fake: ReturnType<typeof createFakeApi>, items: readonly Subject[]) =>
  fake.respondNext({ path: '/subjects' }, pageOf(items));

it('keeps the text of subjects, and skips rows without a code', () => {
  const text = formatSubjects([fiction, { scheme: 'Own', code: 'sea:1' }]);
  const rows = toSubjectRows(text);
  expect(toSubjectText(rows)).toBe(text);
  expect(toSubjectText([{ key: '9', scheme: 'Own', name: ' ', label: '' }, ...rows])).toBe(text);
});

it('suggests codes of the list, and fills in the label', async () => {
  const { fake, user, values } = open();
  await user.click(await screen.findByRole('button', { name: t('subjects.addSubject') }));
  const code = await input('Code of subject 1');
  await waitFor(() => expect(document.activeElement).toBe(code));
  answer(fake, [fiction]);
  await user.type(code, 'modern');
  await screen.findByRole('option', { name: /FBA/ });
  await user.keyboard('{ArrowDown}{Enter}');
  expect(values.at(-1)).toBe('Thema:FBA=Modern fiction');
  expect(fake.requestsTo('/subjects').map(({ query }) => query)).toEqual([
    { scheme: 'Thema', search: 'modern' },
  ]);
  // Another code does not keep the label of the list.
  answer(fake, []);
  await user.type(code, 'Z');
  expect(values.at(-1)).toBe('Thema:FBAZ');
  expect(await screen.findByText('The list of Thema doesn’t contain the code FBAZ.')).toBeDefined();
});

it('warns of codes that are not listed, except in schemes without a list', async () => {
  const fake = open({ value: 'Own:sea; Thema:XX' }).fake;
  answer(fake, []);
  expect(await screen.findByText('The list of Thema doesn’t contain the code XX.')).toBeDefined();
  expect(fake.requestsTo('/subjects')).toHaveLength(1);
});

it('moves and removes subjects', async () => {
  const { user, values } = open({ value: 'Own:a; Own:b=Label', schemes: [own] });
  await user.click(await screen.findByRole('button', { name: 'Move subject 2 up' }));
  expect(values.at(-1)).toBe('Own:b=Label; Own:a');
  await user.click(screen.getByRole('button', { name: 'Remove subject 2' }));
  expect(values.at(-1)).toBe('Own:b=Label');
});

it.each([
  [['settings:edit'], 1],
  [['books:edit'], 0],
])('without schemes, users with %j have %i links to the settings', async (permissions, count) => {
  open({ schemes: [], permissions });
  await screen.findByText(new RegExp(t('subjects.noSchemes')));
  expect(screen.queryAllByRole('link', { name: t('subjects.noSchemesLink') })).toHaveLength(count);
});
