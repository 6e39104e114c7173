import { screen, waitFor } from '@testing-library/react';
import { Route, Routes } from 'react-router';
import { expect, it } from 'vitest';
import type { CustomField } from '#contract/custom-fields/custom-fields';
import type { ImportProposal } from '#contract/imports/import-proposal';
import { createFakeApi } from '#web/testing/fake-api.ts';
import { fakeProposal } from '#web/testing/fake-imports.ts';
import { pageOf } from '#web/testing/fake-users.ts';
import { renderScreen } from '#web/testing/render-screen.tsx';
import { ReviewScreen } from './review-screen.tsx';

async function openReview(
  changes: Partial<ImportProposal>,
  customFields: readonly CustomField[] = [],
  permissions?: readonly string[],
) {
  const fake = createFakeApi(permissions);
  fake.imports.proposals.push(fakeProposal(1, changes));
  fake.respondNext({ path: '/custom-fields' }, pageOf(customFields));
  const thema = { id: 1, name: 'Thema', code_count: 0, is_listed_only: false, version: 1 };
  fake.respondNext({ path: '/subject-schemes' }, pageOf([thema]));
  const settings = { has_custom_fields: customFields.length > 0 };
  const screens = (
    <Routes>
      <Route path="/imports/:id" element={<ReviewScreen />} />
    </Routes>
  );
  const view = renderScreen(screens, { route: '/imports/1', fake, settings });
  await screen.findByRole('region', { name: 'Chapters' });
  return { ...view, saves: () => fake.requestsTo('/imports/1', 'PUT').map(({ body }) => body) };
}

const contributor = (name: string, changes: object = {}) => ({
  name,
  role: 'author' as const,
  sort_name: '',
  is_known: false,
  similar: [],
  ...changes,
});
const similar = [{ id: 4, name: 'Ursula K. Le Guin', book_count: 3 }];

it('uses the names of existing contributors', async () => {
  const { user, saves } = await openReview({
    fields: {
      ...fakeProposal(1).fields,
      author: { value: 'Le Guin, Ursula K.', source: 'epub', candidates: [] },
      narrator: {
        value: 'Bo Lind',
        source: 'tags',
        candidates: ['Bo Lind', 'Ida Fox & Eli Ray'].map((value) => ({ value, source: 'tags' as const })),
      },
    },
    contributors: [
      contributor('Le Guin, Ursula K.', { similar }),
      contributor('Nora Vale', { is_known: true }),
      contributor('Bo Lind', { role: 'narrator' }),
    ],
  });
  screen.getByText('In the catalogue');
  screen.getByText('New contributor');
  await user.click(
    screen.getByRole('button', { name: 'Use “Ursula K. Le Guin” instead of “Le Guin, Ursula K.”' }),
  );
  expect(screen.getByRole('textbox', { name: 'Author' })).toHaveProperty('value', 'Ursula K. Le Guin');
  await waitFor(() => expect(saves()).toEqual([{ fields: { author: 'Ursula K. Le Guin' }, version: 1 }]));
  await user.click(
    screen.getByRole('button', {
      name: 'Use “Ida Fox & Eli Ray” for Narrator. From the file’s metadata tags',
    }),
  );
  await waitFor(() =>
    expect(saves()[1]).toEqual({
      version: 2,
      fields: { author: 'Ursula K. Le Guin' },
      contributors: [
        { name: 'Nora Vale', role: 'author' },
        { name: 'Ida Fox', role: 'narrator' },
        { name: 'Eli Ray', role: 'narrator' },
      ],
    }),
  );
});

const series = [
  { title: 'Coast', position: '2', is_known: true, similar: [] },
  {
    title: 'Lamps',
    position: '',
    is_known: false,
    similar: [{ id: 7, title: 'The Lamp Saga', book_count: 3 }],
  },
  { title: 'Gulls', position: '', is_known: false, similar: [] },
];

it('compares the series in the files with the catalogue, and changes them', async () => {
  const { user, saves } = await openReview({ series });
  screen.getByText('The new book will be added to this series.');
  screen.getByText('New series. It will be created with the book.');
  await user.click(screen.getByRole('button', { name: 'Use “The Lamp Saga” instead of “Lamps”' }));
  await user.click(screen.getByRole('button', { name: 'Remove series Gulls' }));
  await user.type(screen.getByRole('textbox', { name: 'Position in The Lamp Saga' }), '1–3');
  const changedSeries = [
    { title: 'Coast', position: '2' },
    { title: 'The Lamp Saga', position: '1–3' },
  ];
  await waitFor(() => expect(saves().at(-1)).toMatchObject({ series: changedSeries }));
  expect(screen.queryByText('Gulls')).toBeNull();
});

it('says that series stay unchanged without permission', async () => {
  await openReview({ series }, [], ['books:edit']);
  expect(screen.getAllByText(/The book will be added without this series/)).toHaveLength(3);
  expect(screen.queryByRole('button', { name: /The Lamp Saga/ })).toBeNull();
});

it('shows and edits the publication record in the files', async () => {
  const { user, fake, saves } = await openReview({
    edition_of: { code: 'BK-000002', name: 'The Draft' },
    sample: { chapter_code: 'CH-01', start: 12, end: 45 },
    publication_record: {
      doi: '10.1000/182',
      other_identifiers: 'ASIN: B00ABCDEFG',
      keywords: 'sea; ships',
      subjects: [
        { scheme: 'Thema', code: 'FBA', label: 'Fiction' },
        { scheme: 'Thema', code: 'FJ' },
      ],
    },
  });
  await screen.findByText('The Draft (BK-000002)');
  screen.getByText('0:12–0:45 of chapter CH-01');
  const keywords = await screen.findByRole('textbox', { name: /^Keywords/ });
  expect(screen.getByRole('textbox', { name: /^Other identifiers/ })).toHaveProperty(
    'value',
    'ASIN: B00ABCDEFG',
  );
  expect(screen.queryByRole('textbox', { name: /^GTIN/ })).toBeNull();
  await user.clear(keywords);
  await user.click(await screen.findByRole('button', { name: 'Remove subject 2' }));
  await waitFor(() =>
    expect(saves().at(-1)).toMatchObject({
      publication_record: { subjects: 'Thema:FBA=Fiction' },
    }),
  );
  expect(keywords).toHaveProperty('value', '');
  fake.failNext({
    path: '/imports/1',
    status: 422,
    message: 'Validation failed',
    errors: { 'publication_record.doi': 'Must be a valid DOI' },
  });
  const doi = screen.getByRole('textbox', { name: 'DOI' });
  await user.type(doi, '?');
  expect((await screen.findByRole('alert')).textContent).toContain('DOI: Must be a valid DOI');
  expect(doi.getAttribute('aria-invalid')).toBe('true');
  await user.type(doi, '{Backspace}4');
  await screen.findByText('All changes are saved');
  expect(saves().at(-1)).toMatchObject({ publication_record: { doi: '10.1000/1824' } });
});

it('requires custom fields before an import is added', async () => {
  const season: CustomField = {
    id: 1,
    key: 'season',
    label: 'Season',
    type: 'number',
    choices: [],
    help: '',
    is_required: true,
    is_filter: false,
    version: 1,
  };
  const { user, fake, saves } = await openReview({}, [season]);
  const input = await screen.findByRole('textbox', { name: 'Season' });
  await user.click(screen.getByRole('button', { name: 'Add to catalogue' }));
  expect((await screen.findByRole('alert')).textContent).toContain('Season');
  expect(document.activeElement).toBe(input);
  expect(fake.requestsTo('/imports/1/accept')).toEqual([]);
  await user.type(input, '2');
  expect(screen.queryByRole('alert')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Add to catalogue' }));
  await screen.findByText('Added to catalogue');
  expect(saves()).toEqual([{ custom: { season: '2' }, version: 1 }]);
});
