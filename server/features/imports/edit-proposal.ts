import type { ProposalChapter, ProposalField } from '#contract/imports/import-proposal';
import { joinNames } from '#contract/contributors/name-lists';
import { knownErrors } from '#contract/core/errors';
import { limits } from '#contract/core/limits';
import { importLimits } from '#contract/imports/import-limits';
import { mapProposalFields, proposalFields } from '#contract/imports/proposal-fields';
import type { ImportUpdate } from '#contract/imports/imports';
import { valueMessages } from '#contract/core/messages';
import type { ImportFileRow } from '#server/core/db/tables/imports';
import { invalid } from '#server/core/errors';
import { editedContributors } from './proposal/proposal-contributors.ts';
import type { StoredProposal } from './proposal/stored-proposal.ts';

/** A chapter may end this long after the end of its file, because other programs round times. */
const SLACK_SECONDS = 1;

function editFields(
  before: StoredProposal['fields'],
  input: NonNullable<ImportUpdate['fields']>,
  errors: Record<string, string>,
): StoredProposal['fields'] {
  return mapProposalFields((name): ProposalField => {
    const value = input[name];
    if (value === undefined || value === before[name].value) return before[name];
    const problem = proposalFields[name].errorOf(value);
    if (problem) errors[`fields.${name}`] = problem;
    const existing = before[name].candidates.find((candidate) => candidate.value === value);
    return { ...before[name], value, source: existing?.source ?? 'manual' };
  });
}

type InputChapter = NonNullable<ImportUpdate['chapters']>[number];

function audioProblem({ audio }: InputChapter, files: readonly ImportFileRow[]): string | undefined {
  if (!audio) return undefined;
  const file = files[audio.file];
  if (!file || file.kind !== 'audio' || file.key === null) return valueMessages.noAudioOfImport;
  if (audio.end <= audio.start) return valueMessages.endNotBehindStart;
  return audio.end > (file.seconds ?? 0) + SLACK_SECONDS ? valueMessages.endBehindAudio : undefined;
}

function textProblem({ texts }: InputChapter, proposal: StoredProposal): string | undefined {
  const isInside = texts.every(
    ({ text, from, to }) => from < to && to <= (proposal.texts[text]?.item_count ?? 0),
  );
  return isInside ? undefined : valueMessages.noTextOfImport;
}

const isSameAudio = (a: ProposalChapter['audio'], b: ProposalChapter['audio']): boolean =>
  a === null || b === null ? a === b : a.file === b.file && a.start === b.start && a.end === b.end;

const isSamePair = (before: ProposalChapter | undefined, input: InputChapter): boolean =>
  before !== undefined &&
  isSameAudio(before.audio, input.audio) &&
  JSON.stringify(before.texts) === JSON.stringify(input.texts);

function editChapters(
  proposal: StoredProposal,
  {
    inputChapters,
    files,
    errors,
  }: {
    readonly inputChapters: readonly InputChapter[];
    readonly files: readonly ImportFileRow[];
    readonly errors: Record<string, string>;
  },
): ProposalChapter[] {
  const chaptersById = new Map(proposal.chapters.map((chapter) => [chapter.id, chapter]));
  const ids = new Set<string>();
  let items = 0;
  const chapters = inputChapters.map((chapter, index): ProposalChapter => {
    const { id, name, audio, texts } = chapter;
    const before = chaptersById.get(id);
    const addError = (field: string, message: string | undefined) => {
      if (message !== undefined) errors[`chapters.${index}.${field}`] = message;
    };
    addError('id', ids.has(id) ? valueMessages.mustBeUnique : undefined);
    ids.add(id);
    addError('audio', audioProblem(chapter, files));
    addError('texts', textProblem(chapter, proposal));
    items += texts.reduce((sum, { from, to }) => sum + to - from, 0);
    const isSame = isSamePair(before, chapter);
    return {
      id,
      name: name || `Chapter ${index + 1}`,
      name_source: name === before?.name ? before.name_source : 'manual',
      audio,
      texts,
      confidence: isSame ? (before?.confidence ?? null) : null,
      reason: isSame ? (before?.reason ?? '') : 'Matched manually.',
    };
  });
  if (items > importLimits.maxTextItems)
    errors['chapters'] = valueMessages.tooManyEntries(importLimits.maxTextItems, 'text items');
  return chapters;
}

/** Returns the edits of the fields, with the first author and the narrators of edited contributors. */
function fieldsInput(
  { fields, contributors: before }: StoredProposal,
  input: ImportUpdate,
  contributors: StoredProposal['contributors'],
): NonNullable<ImportUpdate['fields']> {
  if (!input.contributors) return input.fields ?? {};
  const narratorsOf = (people: StoredProposal['contributors']) =>
    people.flatMap(({ name, role }) => (role === 'narrator' ? [name] : []));
  const names = narratorsOf(contributors);
  const author = contributors.find(({ role }) => role === 'author')?.name ?? '';
  return {
    author,
    ...input.fields,
    narrator: names.join('\n') === narratorsOf(before).join('\n') ? fields.narrator.value : joinNames(names),
  };
}

/** Applies the edits of a user to a proposal. @throws AppError 422 with one message per field */
export function editProposal(
  proposal: StoredProposal,
  input: ImportUpdate,
  { files, coverCount }: { files: readonly ImportFileRow[]; coverCount: number },
): StoredProposal {
  const errors: Record<string, string> = {};
  const cover = input.cover === undefined ? proposal.cover : input.cover;
  if (cover !== null && cover >= coverCount) errors['cover'] = valueMessages.noCoverOfImport;
  const contributors = editedContributors(proposal.contributors, input);
  const fields = fieldsInput(proposal, input, contributors);
  if ((fields.narrator ?? '').length > limits.maxNameLength)
    errors['contributors'] = knownErrors.tooManyNarrators.message;
  const editedProposal: StoredProposal = {
    ...proposal,
    cover,
    fields: editFields(proposal.fields, fields, errors),
    contributors,
    ...(input.category_code !== undefined && { category_code: input.category_code || null }),
    ...(input.sub_category_code !== undefined && { sub_category_code: input.sub_category_code || null }),
    chapters: input.chapters
      ? editChapters(proposal, { inputChapters: input.chapters, files, errors })
      : proposal.chapters,
    // Chapters that a user edited need no warning about their match.
    warnings: input.chapters ? proposal.warnings.filter(({ kind }) => kind !== 'pairing') : proposal.warnings,
  };
  if (Object.keys(errors).length > 0) throw invalid(errors);
  return editedProposal;
}
