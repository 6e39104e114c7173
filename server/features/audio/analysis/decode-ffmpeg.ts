import { spawn } from 'node:child_process';
import type { Audio } from './audio-stream.ts';

const RATE = 48_000;
const CHANNELS = 2;
const FRAME_BYTES = CHANNELS * 2;

/** Decodes a file with `ffmpeg`, which is many times as fast. It can open only this file. @throws Error when it fails */
export async function* decodeByFfmpeg(
  program: string,
  path: string,
  channels: number,
): AsyncGenerator<Audio> {
  const count = Math.min(CHANNELS, Math.max(1, channels));
  const child = spawn(
    program,
    // Without the first option it would wait for keyboard input. Only files may be opened.
    `-nostdin -v error -threads 1 -protocol_whitelist file,pipe -i`
      .split(' ')
      .concat([path, '-vn', '-ac', String(count), '-ar', String(RATE), '-f', 's16le', 'pipe:1']),
    { stdio: ['ignore', 'pipe', 'pipe'] },
  );
  const exitCode = new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  exitCode.catch(() => undefined);
  let output = '';
  child.stderr.on('data', (text: Buffer) => {
    output = (output + text.toString()).slice(-500);
  });
  const frameBytes = (FRAME_BYTES / CHANNELS) * count;
  let rest: Buffer = Buffer.alloc(0);
  try {
    for await (const chunk of child.stdout as AsyncIterable<Buffer>) {
      const bytes = rest.length > 0 ? Buffer.concat([rest, chunk]) : chunk;
      const frames = Math.floor(bytes.length / frameBytes);
      rest = bytes.subarray(frames * frameBytes);
      if (frames === 0) continue;
      yield {
        sampleRate: RATE,
        channels: Array.from({ length: count }, (_, channel) =>
          Float32Array.from(
            { length: frames },
            (_sample, index) => bytes.readInt16LE((index * count + channel) * 2) / 32_768,
          ),
        ),
      };
    }
    const code = await exitCode;
    if (code !== 0) throw new Error(output || `ffmpeg ended with ${code}.`);
  } finally {
    child.kill('SIGKILL');
  }
}
