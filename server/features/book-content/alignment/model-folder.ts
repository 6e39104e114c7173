import { readFileSync, readdirSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { z } from 'zod';

/* The folder of models, `ALIGN_MODELS`: one folder for each language, and the package that runs them. Nothing is downloaded. */

export const modelRuntime = 'onnxruntime-web';
/** One byte identifies a token, and some numbers have other meanings. */
const MAX_TOKENS = 240;

const name = z.string().trim().min(1).max(60);

/** The content of `model.json`. */
const modelFile = z
  .strictObject({
    name,
    version: name.max(30),
    /** Samples per second of the input. */
    sample_rate: z.int().min(4_000).max(48_000),
    /** Seconds of audio for each set of scores. A search step is 0.02 s, so shorter frames would be lost. */
    frame_seconds: z.number().min(0.02).max(0.1),
    /** The sounds or letters that the model distinguishes, in the order of its output. */
    tokens: z.array(z.string().min(1).max(20)).min(2).max(MAX_TOKENS),
    /** The token of silence, and of the time between sounds. */
    blank: z.string(),
    /** The token between words, if there is one. */
    separator: z.string().optional(),
    licence: z.string().max(200).optional(),
  })
  .refine(({ tokens }) => new Set(tokens).size === tokens.length, {
    path: ['tokens'],
    error: 'must be unique',
  })
  .refine(({ tokens, blank }) => tokens.includes(blank), { path: ['blank'], error: 'must be a token' })
  .refine(({ tokens, separator }) => separator === undefined || tokens.includes(separator), {
    path: ['separator'],
    error: 'must be a token',
  });

/** A model of the sounds of a language. */
export interface AlignModel extends z.output<typeof modelFile> {
  /** The short code of the language. */
  readonly language: string;
  /** The folder of all models, with the package that runs them. */
  readonly root: string;
  /** The folder of this model. */
  readonly folder: string;
}

/** Returns the name of a model as it is stored with an alignment. */
export const modelLabel = ({ name: own, version }: Pick<AlignModel, 'name' | 'version'>): string =>
  `${own} ${version}`;

const isFile = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isFile() ?? false;

function readJson(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return undefined;
  }
}

const isLanguageCode = /^[a-z]{2,3}(-[a-z0-9]{2,8})*$/;

/** Reads the model of a language. @returns error messages if it is faulty */
function readModel(root: string, language: string): AlignModel | string[] {
  const folder = join(root, language);
  const problems: string[] = [];
  if (!isLanguageCode.test(language)) problems.push('the folder’s name must be the code of a language');
  if (!isFile(join(folder, 'model.onnx'))) problems.push('model.onnx is missing');
  const path = join(folder, 'model.json');
  const json = isFile(path) ? readJson(path) : null;
  if (json === null) problems.push('model.json is missing');
  else if (json === undefined) problems.push('model.json is not valid JSON');
  const { data, error } = modelFile.safeParse(json);
  for (const issue of json ? (error?.issues ?? []) : [])
    problems.push(`${['model.json', ...issue.path].join('.')}: ${issue.message}`);
  return data && problems.length === 0 ? { ...data, language, root, folder } : problems;
}

/** Reads the folder of models. @returns the models, and an error message for each fault */
export function readModelFolder(setting: string | undefined): {
  readonly models: readonly AlignModel[];
  readonly problems: readonly string[];
} {
  if (setting === undefined) return { models: [], problems: [] };
  const root = resolve(setting);
  let languages: string[];
  try {
    languages = readdirSync(root, { withFileTypes: true })
      .filter((entry) => !entry.isFile() && !entry.name.startsWith('.') && entry.name !== 'node_modules')
      .map((entry) => entry.name)
      .toSorted();
  } catch {
    return { models: [], problems: ['ALIGN_MODELS must be a folder that can be read.'] };
  }
  const models: AlignModel[] = [];
  const problems: string[] = [];
  if (languages.length === 0) problems.push('ALIGN_MODELS has no folder of a language.');
  if (!isFile(join(root, 'node_modules', modelRuntime, 'package.json')))
    problems.push(`ALIGN_MODELS has no ${modelRuntime}: run npm install --prefix ${root} ${modelRuntime}.`);
  for (const language of languages) {
    const model = readModel(root, language);
    if (Array.isArray(model))
      problems.push(...model.map((problem) => `ALIGN_MODELS, folder ${language}: ${problem}.`));
    else models.push(model);
  }
  return { models, problems };
}
