import { makeExportedBook } from '#server/testing/exported-book';
import { makeEpub } from '../epub-files.ts';
import { makeM4b, makeMp3 } from '../audio-files.ts';
import { makeImage, makeWav, readFixture } from '../media-files.ts';
import { makeOgg } from '../ogg-files.ts';
import { unzip } from '../zip-files.ts';
import type { FuzzOrder } from './fuzz-child.ts';

export type Sample = Pick<FuzzOrder, 'parser' | 'extension'> & {
  readonly name: string;
  readonly make: () => Promise<FuzzOrder['sample']>;
  /** True for parsers that decode whole files, so a short run has fewer copies. */
  readonly isSlow?: true;
};

const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64');

const filesOf = async (zip: Buffer): Promise<Record<string, string>> =>
  Object.fromEntries(Object.entries(await unzip(zip)).map(([name, bytes]) => [name, base64(bytes)]));

const xlsx = {
  'xl/workbook.xml': '<workbook xmlns:r="r"><sheets><sheet name="A" r:id="r1"/></sheets></workbook>',
  'xl/_rels/workbook.xml.rels':
    '<Relationships><Relationship Id="r1" Target="worksheets/a.xml"/></Relationships>',
  'xl/sharedStrings.xml':
    '<sst><si><t>code</t></si><si><t>name</t></si><si><r><t>A &amp; B</t></r></si></sst>',
  'xl/worksheets/a.xml':
    '<worksheet><sheetData><row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="s"><v>1</v></c></row>' +
    '<row r="2"><c r="A2" t="inlineStr"><is><t>c-1</t></is></c><c r="B2" t="s"><v>2</v></c></row></sheetData></worksheet>',
};

const book = makeExportedBook({
  name: 'A',
  author: 'B',
  chapters: [{ code: 'c1', name: 'One', duration: 6, audio: null, texts: [{ code: 't1', text: 'Hello.' }] }],
});

const cue =
  'PERFORMER "B"\nTITLE "A"\nFILE "a.mp3" MP3\n  TRACK 01 AUDIO\n    TITLE "One"\n    INDEX 01 00:00:00\n';

const tones = ['tone.mp3', 'tone.m4a', 'tone.ogg', 'tone.opus', 'tone.flac'] as const;
const extensionOf = (name: string): string => name.slice(name.indexOf('.') + 1);

const wav = async () => base64(makeWav(0.5));

const image = (format: 'jpeg' | 'png' | 'webp' | 'avif' | 'gif'): Sample => ({
  name: `image ${format}`,
  parser: 'image',
  extension: format,
  make: async () => base64(await makeImage(format, { width: 16, height: 24 })),
});

/** The parsers of uploaded files, each with a valid file. */
export const samples: readonly Sample[] = [
  { name: 'EPUB', parser: 'import', extension: 'epub', make: async () => filesOf(await makeEpub()) },
  {
    name: 'ZIP',
    parser: 'archive',
    extension: 'zip',
    make: async () => ({ 'a.txt': base64(Buffer.from('a')), 'b/c.mp3': base64(makeMp3({ seconds: 0.1 })) }),
  },
  {
    name: 'XLSX',
    parser: 'spreadsheet',
    extension: 'xlsx',
    make: async () =>
      Object.fromEntries(Object.entries(xlsx).map(([name, text]) => [name, base64(Buffer.from(text))])),
  },
  {
    name: 'CSV',
    parser: 'spreadsheet',
    extension: 'csv',
    make: async () => base64(Buffer.from('code;name\r\na-1;"A ""quoted"" name"\r\na-2;B\r\n')),
  },
  {
    name: 'JSON',
    parser: 'import',
    extension: 'json',
    make: async () => base64(Buffer.from(JSON.stringify(book))),
  },
  { name: 'cue sheet', parser: 'import', extension: 'cue', make: async () => base64(Buffer.from(cue)) },
  {
    name: 'import of MP3 with chapters',
    parser: 'import',
    extension: 'mp3',
    make: async () => base64(makeMp3({ seconds: 1, tags: { TIT2: 'A' } })),
  },
  { name: 'import of M4B', parser: 'import', extension: 'm4b', make: async () => base64(await makeM4b()) },
  {
    name: 'import of OGG',
    parser: 'import',
    extension: 'ogg',
    make: async () => base64(await makeOgg('vorbis', ['TITLE=A', 'CHAPTER001=00:00:00.000'])),
  },
  ...tones.map(
    (name): Sample => ({
      name: `audio ${extensionOf(name)}`,
      parser: 'audio',
      extension: extensionOf(name),
      make: async () => base64(await readFixture(name)),
    }),
  ),
  { name: 'audio wav', parser: 'audio', extension: 'wav', make: wav },
  {
    name: 'clips of MP4',
    parser: 'clips',
    extension: 'm4a',
    make: async () => base64(await readFixture('tone.m4a')),
  },
  {
    name: 'clips of MP3',
    parser: 'clips',
    extension: 'mp3',
    make: async () => base64(makeMp3({ seconds: 1 })),
  },
  { name: 'clips of WAV', parser: 'clips', extension: 'wav', make: wav },
  ...(['jpeg', 'png', 'webp', 'avif', 'gif'] as const).map(image),
  ...tones.map(
    (name): Sample => ({
      name: `analysis of ${extensionOf(name)}`,
      parser: 'analysis',
      extension: extensionOf(name),
      make: async () => base64(await readFixture(name)),
      isSlow: true,
    }),
  ),
  { name: 'analysis of wav', parser: 'analysis', extension: 'wav', make: wav, isSlow: true },
];
