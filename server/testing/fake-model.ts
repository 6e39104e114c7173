import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { makeWav } from './media-files.ts';

/* A folder of models whose package distinguishes silence, low tones and high tones. */

export const LOW = 200;
export const HIGH = 800;
const RATE = 8_000;

/** The content of `model.onnx` says how the model fails: `read PATH` or `shape`. With `peaks`, most frames of a tone are blank. */
const runtime = `
class Tensor { constructor(type, data, dims) { Object.assign(this, { data, dims }); } }
const create = async (bytes) => {
  const [fault, path] = Buffer.from(bytes).toString().split(' ');
  if (fault === 'read') require('node:fs').readFileSync(path);
  return {
    inputNames: ['audio'],
    outputNames: ['scores'],
    async run({ audio: { data } }) {
      const size = ${RATE / 50};
      const frames = Math.floor(data.length / size);
      const scores = new Float32Array(frames * 3).fill(-9);
      for (let frame = 0; frame < frames; frame += 1) {
        const part = data.subarray(frame * size, (frame + 1) * size);
        const crossings = part.filter((value, index) => index > 0 && value >= 0 !== part[index - 1] >= 0).length;
        const isPeak = fault !== 'peaks' || frame % 10 === 0;
        const isSilent = !isPeak || part.every((value) => Math.abs(value) < 0.01);
        scores[frame * 3 + (isSilent ? 0 : crossings < 16 ? 1 : 2)] = 0;
      }
      return { scores: { data: scores, dims: [1, frames, fault === 'shape' ? 4 : 3] } };
    },
  };
};
module.exports = { env: { wasm: {} }, InferenceSession: { create }, Tensor };
`;

export const modelSettings = {
  name: 'Tones',
  version: '1.2',
  sample_rate: RATE,
  frame_seconds: 0.02,
  tokens: ['-', 'a', 'o'],
  blank: '-',
};

/** Creates a temporary folder of models with an English one. The token \`a\` is a low tone, and \`o\` a high one. */
export async function createModelFolder(settings: object = modelSettings, onnx = 'tones'): Promise<string> {
  const root = await mkdtemp(join(tmpdir(), 'lectern-models-'));
  onTestFinished(() => rm(root, { recursive: true, force: true }));
  const packageFolder = join(root, 'node_modules', 'onnxruntime-web');
  await mkdir(packageFolder, { recursive: true });
  await writeFile(join(packageFolder, 'package.json'), JSON.stringify({ main: 'index.js' }));
  await writeFile(join(packageFolder, 'index.js'), runtime);
  await mkdir(join(root, 'en'));
  await writeFile(join(root, 'en', 'model.json'), JSON.stringify(settings));
  await writeFile(join(root, 'en', 'model.onnx'), onnx);
  return root;
}

/** Creates a WAV file with tones of a second and pauses of a second, and returns its path. @param pitches 0 for silence */
export async function createTones(folder: string, pitches: readonly number[]): Promise<string> {
  const wav = makeWav(pitches.length, RATE);
  for (let index = 0; index < pitches.length * RATE; index += 1) {
    const pitch = pitches[Math.floor(index / RATE)] ?? 0;
    const value = Math.round(8_000 * Math.sin((2 * Math.PI * pitch * index) / RATE));
    wav.writeInt16LE(value, 44 + index * 2);
  }
  const path = join(folder, 'tones.wav');
  await writeFile(path, wav);
  return path;
}
