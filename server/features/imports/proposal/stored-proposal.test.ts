import { expect, test } from 'vitest';
import { proposalFieldNames } from '#contract/imports/proposal-fields';
import { parseProposal } from './stored-proposal.ts';

test('a proposal of an earlier version has blank values for fields it did not know', () => {
  const name = { value: 'A', source: 'epub', candidates: [{ value: 'A', source: 'epub' }] };
  const { fields, chapters } = parseProposal(JSON.stringify({ fields: { name }, chapters: [] }));
  expect(Object.keys(fields)).toEqual(proposalFieldNames);
  expect(fields.name).toEqual(name);
  expect(fields.isbn).toEqual({ value: '', source: 'none', candidates: [] });
  expect(chapters).toEqual([]);
});
