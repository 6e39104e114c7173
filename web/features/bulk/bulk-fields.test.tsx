import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { CustomField, CustomFieldType } from '#contract/custom-fields/custom-fields';
import { createFakeApi } from '#web/testing/fake-api.ts';
import { pageOf } from '#web/testing/fake-users.ts';
import { type RenderScreenOptions, renderScreen } from '#web/testing/render-screen.tsx';
import { changesOf } from './bulk-changes.ts';
import type { BulkKind } from './bulk-kinds.ts';
import { BulkValueField, type BulkValueFieldProps } from './bulk-value-field.tsx';

function open(kind: Exclude<BulkKind, 'delete'>, options: RenderScreenOptions = {}) {
  const values: (string | undefined)[] = [];
  const props: BulkValueFieldProps = {
    kind,
    value: undefined,
    options: { categories: [], isLoading: false, hasFailed: false, retry: () => undefined },
    onChange: (value) => values.push(value),
  };
  const view = renderScreen(<BulkValueField {...props} />, options);
  return { ...view, lastChanges: () => changesOf(kind, values.at(-1)) };
}

it('sets a publisher and an imprint, or removes them', async () => {
  const { user, lastChanges } = open('publisher');
  await user.type(screen.getByLabelText('Publisher'), 'Harbour');
  expect(lastChanges()).toEqual({ publisher: 'Harbour' });
  await user.type(screen.getByLabelText('Imprint'), 'Anchor');
  expect(lastChanges()).toEqual({ publisher: 'Harbour', imprint: 'Anchor' });
  await user.clear(screen.getByLabelText('Publisher'));
  expect(lastChanges()).toEqual({ imprint: 'Anchor' });
  const action = screen.getByLabelText('Action');
  await user.selectOptions(action, 'Remove imprint');
  expect(lastChanges()).toEqual({ imprint: '' });
  await user.selectOptions(action, 'Remove publisher and imprint');
  expect(lastChanges()).toEqual({ publisher: '' });
  expect(screen.queryByLabelText('Publisher')).toBeNull();
  await user.selectOptions(action, 'Set publisher and imprint');
  await user.clear(screen.getByLabelText('Imprint'));
  expect(lastChanges()).toBeUndefined();
});

it('adds or removes subjects', async () => {
  const fake = createFakeApi();
  const scheme = { id: 1, name: 'Thema', is_listed_only: false, code_count: 0, version: 1 };
  fake.respondNext({ path: '/subject-schemes' }, pageOf([scheme]));
  const { user, lastChanges } = open('subjects', { fake });
  await user.click(await screen.findByRole('button', { name: 'Add subject' }));
  await user.type(await screen.findByLabelText('Code of subject 1'), 'FBA');
  expect(lastChanges()).toEqual({ add_subjects: 'Thema:FBA' });
  await user.selectOptions(screen.getByLabelText('Action'), 'Remove from books');
  expect(lastChanges()).toEqual({ remove_subjects: 'Thema:FBA' });
});

it('adds or removes keywords', async () => {
  const { user, lastChanges } = open('keywords');
  await user.type(screen.getByLabelText('Keywords'), 'sea; storm');
  expect(lastChanges()).toEqual({ add_keywords: 'sea; storm' });
  await user.selectOptions(screen.getByLabelText('Action'), 'Remove from books');
  expect(lastChanges()).toEqual({ remove_keywords: 'sea; storm' });
});

const customField = (id: number, label: string, type: CustomFieldType, is_required = false): CustomField => ({
  id,
  key: label.toLowerCase(),
  label,
  type,
  choices: type === 'choice' ? [{ id: 1, name: 'Calm' }] : [],
  help: '',
  is_required,
  is_filter: false,
  version: 1,
});

it('sets a custom field, and removes only values that are not required', async () => {
  const fake = createFakeApi();
  const items = [customField(1, 'Season', 'number'), customField(2, 'Mood', 'choice', true)];
  fake.respondNext({ path: '/custom-fields' }, pageOf(items));
  const { user, lastChanges } = open('custom', { fake, settings: { has_custom_fields: true } });
  await screen.findByRole('option', { name: 'Season' });
  const field = screen.getByLabelText('Field');
  await user.selectOptions(field, 'Season');
  await user.type(screen.getByLabelText('Season'), 'x');
  expect(lastChanges()).toBeUndefined();
  await user.clear(screen.getByLabelText('Season'));
  await user.type(screen.getByLabelText('Season'), '2.5');
  expect(lastChanges()).toEqual({ custom: { season: '2.5' } });
  await user.click(screen.getByLabelText('Remove the value'));
  expect(lastChanges()).toEqual({ custom: { season: '' } });
  await user.selectOptions(field, 'Mood');
  expect(lastChanges()).toBeUndefined();
  expect(screen.queryByLabelText('Remove the value')).toBeNull();
  await user.selectOptions(screen.getByLabelText(/^Mood/), 'Calm');
  expect(lastChanges()).toEqual({ custom: { mood: 'Calm' } });
});

it('links books as editions of the work of a searched book, or removes them from their works', async () => {
  const { user, fake, lastChanges } = open('editions');
  expect(fake.requestsTo('/books/list')).toEqual([]);
  await user.type(screen.getByRole('combobox', { name: 'First edition' }), 'Book 1');
  await waitFor(() => expect(fake.requestsTo('/books/list').at(-1)?.query['search']).toBe('Book 1'));
  await user.click(await screen.findByRole('option', { name: /^Book 12 \(BK-000012\)/ }));
  expect(lastChanges()).toEqual({ edition_of: 'BK-000012' });
  await user.selectOptions(screen.getByLabelText('Action'), 'Remove from work');
  expect(lastChanges()).toEqual({ edition_of: '' });
});
