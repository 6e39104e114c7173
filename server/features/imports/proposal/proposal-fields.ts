import type { ProposalField } from '#contract/imports/import-proposal';
import { importLimits } from '#contract/imports/import-limits';
import { mapProposalFields, type ProposalFieldName } from '#contract/imports/proposal-fields';
import { defaultLanguage } from '#contract/core/languages';
import type { ParsedValue, ParsedFields } from '../parsers/parsed.ts';
import type { BookFiles } from './group.ts';
import { type TitleInPath, baseNameOf, fileNameOf, titleInPath } from './names.ts';
import { tidyName, tidyTitle } from './tidy-names.ts';

/** Returns the values of a field in the files, the most frequent first. */
function mostFrequentValues(parsedFields: readonly ParsedFields[], field: ProposalFieldName): ParsedValue[] {
  const counts = new Map<string, { found: ParsedValue; count: number }>();
  for (const fields of parsedFields)
    for (const value of fields[field] ?? []) {
      const valueCount = counts.get(value.value) ?? { found: value, count: 0 };
      valueCount.count += 1;
      counts.set(value.value, valueCount);
    }
  return [...counts.values()].toSorted((a, b) => b.count - a.count).map((entry) => entry.found);
}

/** Returns the fields in the name of the folder or the only file. */
function inPath({ folder, epub, json, audio }: BookFiles): TitleInPath {
  const [only] = audio;
  const nameByFiles =
    folder !== '' && (audio.length > 1 || epub || json)
      ? fileNameOf(folder)
      : baseNameOf(epub?.path ?? json?.path ?? only?.path ?? folder);
  return titleInPath(nameByFiles);
}

function toField(fieldCandidates: readonly ParsedValue[]): ProposalField {
  const values = new Set<string>();
  const candidates = fieldCandidates
    .filter(({ value }) => value !== '' && !values.has(value) && values.add(value))
    .slice(0, importLimits.maxCandidates);
  const [first] = candidates;
  return { value: first?.value ?? '', source: first?.source ?? 'none', candidates: [...candidates] };
}

/** Returns the fields in the tags. In a single file the title of the track may be that of the book; in many it is that of a chapter. */
function audioFields({ audio }: BookFiles): ParsedFields[] {
  if (audio.length <= 1) return audio.map(({ found }) => found.fields);
  return audio.map(({ found: { fields, album } }) => ({
    ...fields,
    name: (fields.name ?? []).filter(({ value }) => value === album),
  }));
}

const tidyNames = (candidates: readonly ParsedValue[] = []): ParsedValue[] =>
  candidates.map(({ value, source }) => ({ value: tidyName(value), source }));

/** Removes discs, years and addresses from names. Removed years become values of the year. */
function tidyFields(fields: ParsedFields): ParsedFields {
  const titles = (fields.name ?? []).map(({ value, source }) => ({ ...tidyTitle(value), source }));
  return {
    ...fields,
    name: titles.map(({ title, source }) => ({ value: title, source })),
    author: tidyNames(fields.author),
    narrator: tidyNames(fields.narrator),
    year: [
      ...(fields.year ?? []),
      ...titles.flatMap(({ year, source }) => (year === undefined ? [] : [{ value: year, source }])),
    ],
  };
}

/**
 * Returns the fields of a book with all candidates: first from the text, then from the audio, then from file names.
 * @param writtenLanguage detected language of the text
 */
export function proposalFieldsOf(
  book: BookFiles,
  writtenLanguage: number | undefined,
): Record<ProposalFieldName, ProposalField> {
  const asFound = audioFields(book);
  const ofText = book.epub?.found.fields ?? {};
  const inFiles = { epub: tidyFields(ofText), audio: asFound.map(tidyFields) };
  const path = inPath(book);
  const extra: Partial<Record<ProposalFieldName, readonly ParsedValue[]>> = {
    name: [{ value: path.title, source: 'path' }],
    author: path.author === undefined ? [] : [{ value: tidyName(path.author), source: 'path' }],
    year: path.year === undefined ? [] : [{ value: path.year, source: 'path' }],
    language: [
      ...(writtenLanguage === undefined ? [] : [{ value: String(writtenLanguage), source: 'text' } as const]),
      { value: String(defaultLanguage), source: 'none' },
    ],
  };
  return mapProposalFields((field) =>
    toField([
      ...(book.json?.found.fields[field] ?? []),
      ...(inFiles.epub[field] ?? []),
      ...mostFrequentValues(inFiles.audio, field),
      ...(extra[field] ?? []),
      // The unchanged title is a candidate too.
      ...(field === 'name' ? [...(ofText.name ?? []), ...mostFrequentValues(asFound, field)] : []),
    ]),
  );
}
