/* Wrappers of the programs that create the audio files of the demo: Debian's espeak-ng, flite and ffmpeg. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** @typedef {{ readonly flite?: string, readonly espeak?: string, readonly stretch?: number, readonly speed?: number, readonly pitch?: number }} Voice */
/** @typedef {{ readonly name: string, readonly start: number, readonly end: number }} Mark in seconds */

const scratch = mkdtempSync(join(tmpdir(), 'narrate-'));
export const endSpeech = () => rmSync(scratch, { recursive: true });
/** Samples per second. */
export const rate = 24_000;

/** Filters that reduce the buzz of a synthetic voice and add a small reverb. */
const polish = [
  'highpass=f=75',
  'equalizer=f=3200:t=q:w=1.1:g=-4',
  'equalizer=f=220:t=q:w=1:g=2',
  'lowpass=f=8500',
  'aecho=0.85:0.7:23|41:0.10|0.06',
].join(',');

/** @type {Readonly<Record<number, string>>} */
export const languageTag = { 1: 'tur', 2: 'por', 3: 'eng', 4: 'spa' };

/**
 * @param {string} command
 * @param {readonly string[]} args
 */
export function run(command, args) {
  return execFileSync(command, args, { maxBuffer: 256 * 1024 * 1024, stdio: ['ignore', 'pipe', 'pipe'] });
}

/** @param {...string} args */
function ffmpeg(...args) {
  return run('ffmpeg', ['-nostdin', '-v', 'error', '-y', '-threads', '1', ...args]);
}

/**
 * @param {string} text
 * @param {Voice} voice
 */
function speak(text, voice) {
  const plain = text.replace(/[“”«»]/g, '').replace(/’/g, "'").replace(/\s*—\s*/g, ', ');
  const wav = join(scratch, 'piece.wav');
  const script = join(scratch, 'piece.txt');
  writeFileSync(script, plain);
  if (voice.flite !== undefined) {
    run('flite', ['-voice', voice.flite, '--setf', `duration_stretch=${voice.stretch}`, '-f', script, '-o', wav]);
  } else {
    const manner = ['-v', voice.espeak ?? 'en', '-s', String(voice.speed), '-p', String(voice.pitch)];
    run('espeak-ng', [...manner, '-f', script, '-w', wav]);
  }
  return ffmpeg('-i', wav, '-af', polish, '-ar', String(rate), '-ac', '1', '-f', 's16le', '-');
}

/** @param {number} seconds */
const pause = (seconds) => Buffer.alloc(2 * Math.round(seconds * rate));

/**
 * Returns the name of a chapter and its texts as samples of 16 bits.
 * @param {{ readonly name: string, readonly texts: readonly string[] }} chapter
 * @param {Voice} voice
 */
export function speakChapter(chapter, voice) {
  const pieces = [pause(0.35), speak(`${chapter.name}.`, voice), pause(0.8)];
  for (const text of chapter.texts) pieces.push(speak(text, voice), pause(0.75));
  return Buffer.concat(pieces);
}

const codecs = {
  opus: ['-c:a', 'libopus', '-b:a', '20k', '-application', 'voip'],
  mp3: ['-c:a', 'libmp3lame', '-b:a', '32k'],
  m4b: ['-c:a', 'aac', '-b:a', '32k', '-movflags', '+faststart', '-f', 'ipod'],
};

/**
 * Encodes audio with tags and chapter markers. `bitrate` and a JPEG `cover` are for books in one file.
 * @param {Buffer} pcm
 * @param {string} path
 * @param {{
 *   readonly kind: keyof typeof codecs,
 *   readonly tags: Readonly<Record<string, string | undefined>>,
 *   readonly marks?: readonly Mark[],
 *   readonly bitrate?: string,
 *   readonly cover?: string,
 * }} format
 */
export function encode(pcm, path, { kind, tags, marks = [], bitrate, cover }) {
  const raw = join(scratch, 'chapter.raw');
  const notes = join(scratch, 'tags.txt');
  writeFileSync(raw, pcm);
  const lines = [';FFMETADATA1', ...Object.entries(tags).map(([key, value]) => `${key}=${value}`)];
  for (const mark of marks) {
    lines.push('[CHAPTER]', 'TIMEBASE=1/1000', `START=${Math.round(mark.start * 1000)}`);
    lines.push(`END=${Math.round(mark.end * 1000)}`, `title=${mark.name}`);
  }
  writeFileSync(notes, `${lines.join('\n')}\n`);
  const source = ['-f', 's16le', '-ar', String(rate), '-ac', '1', '-i', raw, '-i', notes];
  const exact = ['-fflags', '+bitexact', '-flags:a', '+bitexact'];
  const image = cover ? ['-i', cover, '-map', '2:v', '-c:v', 'copy', '-disposition:v', 'attached_pic'] : [];
  const [input, rest] = [image.slice(0, 2), image.slice(2)];
  const quality = bitrate ? ['-b:a', bitrate] : [];
  ffmpeg(...source, ...input, '-map', '0:a', ...rest, '-map_metadata', '1', '-af', 'loudnorm=I=-18:TP=-2:LRA=9',
    '-ar', String(rate), ...exact, ...codecs[kind], ...quality, path);
}
