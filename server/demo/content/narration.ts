// Written by media/narrate.mjs from the audio files themselves.
import type { BookNarration } from './demo-types.ts';

export const narration: Readonly<Record<string, BookNarration>> = {
  'la-biblioteca-bajo-la-lluvia': {
    durationSeconds: 220,
    chapters: [
      { audio: 'audio/la-biblioteca-bajo-la-lluvia-1.opus', durationSeconds: 54 },
      { audio: 'audio/la-biblioteca-bajo-la-lluvia-2.opus', durationSeconds: 56 },
      { audio: 'audio/la-biblioteca-bajo-la-lluvia-3.opus', durationSeconds: 53 },
      { audio: 'audio/la-biblioteca-bajo-la-lluvia-4.opus', durationSeconds: 57 },
    ],
  },
  'cuaderno-de-sal': {
    audio: 'audio/cuaderno-de-sal.m4b',
    durationSeconds: 185,
    chapters: [
      { start: 0, end: 58.95, durationSeconds: 59 },
      { start: 58.95, end: 117.79, durationSeconds: 59 },
      { start: 117.79, end: 184.98, durationSeconds: 67 },
    ],
  },
  'el-inspector-y-los-naranjos': {
    durationSeconds: 218,
    chapters: [
      { audio: 'audio/el-inspector-y-los-naranjos-1.opus', durationSeconds: 54 },
      { audio: 'audio/el-inspector-y-los-naranjos-2.opus', durationSeconds: 55 },
      { audio: 'audio/el-inspector-y-los-naranjos-3.opus', durationSeconds: 51 },
      { audio: 'audio/el-inspector-y-los-naranjos-4.opus', durationSeconds: 58 },
    ],
  },
  'a-casa-das-mares': {
    durationSeconds: 227,
    chapters: [
      { audio: 'audio/a-casa-das-mares-1.opus', durationSeconds: 58 },
      { audio: 'audio/a-casa-das-mares-2.opus', durationSeconds: 55 },
      { audio: 'audio/a-casa-das-mares-3.opus', durationSeconds: 58 },
      { audio: 'audio/a-casa-das-mares-4.opus', durationSeconds: 56 },
    ],
  },
  'o-gato-que-lia-mapas': {
    durationSeconds: 172,
    chapters: [
      { audio: 'audio/o-gato-que-lia-mapas-1.opus', durationSeconds: 51 },
      { audio: 'audio/o-gato-que-lia-mapas-2.opus', durationSeconds: 59 },
      { audio: 'audio/o-gato-que-lia-mapas-3.opus', durationSeconds: 62 },
    ],
  },
  'pequeno-tratado-do-pao': {
    durationSeconds: 213,
    chapters: [
      { audio: 'audio/pequeno-tratado-do-pao-1.opus', durationSeconds: 53 },
      { audio: 'audio/pequeno-tratado-do-pao-2.opus', durationSeconds: 52 },
      { audio: 'audio/pequeno-tratado-do-pao-3.opus', durationSeconds: 54 },
      { audio: 'audio/pequeno-tratado-do-pao-4.opus', durationSeconds: 54 },
    ],
  },
  'vapurun-son-seferi': {
    durationSeconds: 270,
    chapters: [
      { audio: 'audio/vapurun-son-seferi-1.opus', durationSeconds: 68 },
      { audio: 'audio/vapurun-son-seferi-2.opus', durationSeconds: 66 },
      { audio: 'audio/vapurun-son-seferi-3.opus', durationSeconds: 70 },
      { audio: 'audio/vapurun-son-seferi-4.opus', durationSeconds: 66 },
    ],
  },
  'nar-agacinin-masali': {
    durationSeconds: 201,
    chapters: [
      { audio: 'audio/nar-agacinin-masali-1.opus', durationSeconds: 66 },
      { audio: 'audio/nar-agacinin-masali-2.opus', durationSeconds: 68 },
      { audio: 'audio/nar-agacinin-masali-3.opus', durationSeconds: 67 },
    ],
  },
  'yildizlara-bakan-kasaba': {
    durationSeconds: 267,
    chapters: [
      { audio: 'audio/yildizlara-bakan-kasaba-1.opus', durationSeconds: 69 },
      { audio: 'audio/yildizlara-bakan-kasaba-2.opus', durationSeconds: 62 },
      { audio: 'audio/yildizlara-bakan-kasaba-3.opus', durationSeconds: 60 },
      { audio: 'audio/yildizlara-bakan-kasaba-4.opus', durationSeconds: 76 },
    ],
  },
  'the-lighthouse-keepers-almanac': {
    durationSeconds: 244,
    chapters: [
      { audio: 'audio/the-lighthouse-keepers-almanac-1.opus', durationSeconds: 68 },
      { audio: 'audio/the-lighthouse-keepers-almanac-2.opus', durationSeconds: 52 },
      { audio: 'audio/the-lighthouse-keepers-almanac-3.opus', durationSeconds: 67 },
      { audio: 'audio/the-lighthouse-keepers-almanac-4.opus', durationSeconds: 57 },
    ],
  },
  'a-short-walk-through-deep-time': {
    audio: 'audio/a-short-walk-through-deep-time.mp3',
    durationSeconds: 215,
    chapters: [
      { start: 0, end: 55.07, durationSeconds: 55 },
      { start: 55.07, end: 107.06, durationSeconds: 52 },
      { start: 107.06, end: 158.44, durationSeconds: 51 },
      { start: 158.44, end: 215.26, durationSeconds: 57 },
    ],
  },
  'the-clockmaker-of-pennyfold': {
    durationSeconds: 198,
    chapters: [
      { audio: 'audio/the-clockmaker-of-pennyfold-1.opus', durationSeconds: 49 },
      { audio: 'audio/the-clockmaker-of-pennyfold-2.opus', durationSeconds: 51 },
      { audio: 'audio/the-clockmaker-of-pennyfold-3.opus', durationSeconds: 48 },
      { audio: 'audio/the-clockmaker-of-pennyfold-4.opus', durationSeconds: 50 },
    ],
  },
};
