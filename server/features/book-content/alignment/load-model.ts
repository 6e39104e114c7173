import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { type AlignModel, modelRuntime } from './model-folder.ts';
import { type Vocabulary, createVocabulary } from './vocabulary.ts';

/* Loads a model in the child process of an alignment. The package that runs it is in the folder of the models. */

/** The part of the package that is used. */
interface Runtime {
  readonly env: { wasm: { numThreads?: number }; logLevel?: string };
  readonly InferenceSession: {
    create(model: Uint8Array): Promise<{
      readonly inputNames: readonly string[];
      readonly outputNames: readonly string[];
      run(
        inputs: Readonly<Record<string, unknown>>,
      ): Promise<Readonly<Record<string, { readonly data: unknown; readonly dims: readonly number[] }>>>;
    }>;
  };
  readonly Tensor: new (type: 'float32', data: Float32Array, dims: readonly number[]) => unknown;
}

export interface LoadedModel {
  readonly model: AlignModel;
  readonly vocabulary: Vocabulary;
  /** Returns the scores of samples: the tokens of each frame in turn. @throws Error when the model fails */
  run(samples: Float32Array): Promise<{ readonly frames: number; readonly values: Float32Array }>;
}

/** Returns the content of the lexicon; undefined when words are spelt. */
const readLexicon = (folder: string): Promise<string | undefined> =>
  readFile(join(folder, 'lexicon.txt'), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });

/** Loads a model for some texts. @throws Error when it is faulty */
export async function loadModel(model: AlignModel, texts: readonly string[]): Promise<LoadedModel> {
  const { env, InferenceSession, Tensor } = createRequire(join(model.root, 'package.json'))(
    modelRuntime,
  ) as Runtime;
  // Threads would need more permissions.
  env.wasm.numThreads = 1;
  env.logLevel = 'error';
  const session = await InferenceSession.create(await readFile(join(model.folder, 'model.onnx')));
  const [input = ''] = session.inputNames;
  const [output = ''] = session.outputNames;
  const vocabulary = createVocabulary(model, await readLexicon(model.folder), texts);
  return {
    model,
    vocabulary,
    async run(samples) {
      const outputs = await session.run({ [input]: new Tensor('float32', samples, [1, samples.length]) });
      const { data, dims = [] } = outputs[output] ?? {};
      const [, frames = 0, tokens] = dims;
      if (!(data instanceof Float32Array) || tokens !== model.tokens.length || frames === 0)
        throw new Error(
          `The output has the shape ${dims.join(' × ')}, not 1 × frames × ${model.tokens.length}.`,
        );
      if (!data.every((value) => value < Infinity)) throw new Error('The output is not a number.');
      return { frames, values: data };
    },
  };
}
