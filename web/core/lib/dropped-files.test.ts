import { expect, it } from 'vitest';
import { filesOfBatch, filesOfInput } from './dropped-files.ts';

const file = (name: string, folder?: string): File => {
  const newFile = new File(['x'], name);
  if (folder !== undefined)
    Object.defineProperty(newFile, 'webkitRelativePath', { value: `${folder}/${name}` });
  return newFile;
};
const listOf = (...files: File[]) => files as unknown as FileList;

const fileEntry = (name: string) => ({
  name,
  isFile: true,
  isDirectory: false,
  file: (resolve: (resolvedFile: File) => void) => resolve(file(name)),
});
const folderEntry = (name: string, ...children: object[]) => ({
  name,
  isFile: false,
  isDirectory: true,
  createReader: () => {
    const batches = [children.slice(0, 1), children.slice(1), []];
    return { readEntries: (resolve: (entries: object[]) => void) => resolve(batches.shift() ?? []) };
  },
});
const batchOf = (...entries: object[]) =>
  ({
    items: entries.map((entry) => ({ kind: 'file', webkitGetAsEntry: () => entry })),
    files: [],
  }) as unknown as DataTransfer;

it('reads files by their names, and files of a folder by their paths', () => {
  const files = filesOfInput(listOf(file('a.mp3'), file('b.mp3', 'Book/CD 1')));
  expect(files.map(({ path }) => path)).toEqual(['a.mp3', 'Book/CD 1/b.mp3']);
});

it('skips the metadata files of operating systems', () => {
  const files = filesOfInput(
    listOf(file('.DS_Store'), file('Thumbs.db', 'Book'), file('._a.mp3', '__MACOSX'), file('a.mp3')),
  );
  expect(files.map(({ path }) => path)).toEqual(['a.mp3']);
});

it('reads dropped folders completely', async () => {
  const folder = folderEntry(
    'Book',
    fileEntry('1.mp3'),
    fileEntry('2.mp3'),
    folderEntry('CD 2', fileEntry('3.mp3'), folderEntry('.git', fileEntry('x'))),
  );
  const files = await filesOfBatch(batchOf(folder, fileEntry('b.epub')));
  expect(files.map(({ path }) => path)).toEqual(['Book/1.mp3', 'Book/2.mp3', 'Book/CD 2/3.mp3', 'b.epub']);
});

it('reads plain files in browsers without folder support', async () => {
  const transfer = {
    items: [{ kind: 'file', webkitGetAsEntry: () => null }],
    files: [file('a.mp3')],
  } as unknown as DataTransfer;
  expect((await filesOfBatch(transfer)).map(({ path }) => path)).toEqual(['a.mp3']);
});
