/** An uploaded file, with its path below the dropped folder. Segments are separated by `/`. */
export interface UploadedFile {
  readonly path: string;
  readonly file: File;
}

/** Returns true for metadata files of operating systems, which are not imported. */
const isSystemFile = (path: string): boolean =>
  path.split('/').some((segment) => segment.startsWith('.') || segment === '__MACOSX') ||
  /(^|\/)(thumbs\.db|desktop\.ini)$/i.test(path);

const withoutSystemFiles = (files: readonly UploadedFile[]): UploadedFile[] =>
  files.filter(({ path }) => !isSystemFile(path));

/** Returns the files of an input. Files of a chosen folder have their relative path. */
export function filesOfInput(list: FileList | null): UploadedFile[] {
  return withoutSystemFiles(
    [...(list ?? [])].map((file) => ({ path: file.webkitRelativePath || file.name, file })),
  );
}

const isFile = (entry: FileSystemEntry): entry is FileSystemFileEntry => entry.isFile;
const isFolder = (entry: FileSystemEntry): entry is FileSystemDirectoryEntry => entry.isDirectory;

const readFile = (entry: FileSystemFileEntry): Promise<File> =>
  new Promise((resolve, reject) => entry.file(resolve, reject));

/** Reads all entries of a folder. `readEntries` returns them in batches. */
async function entriesOf(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader();
  const all: FileSystemEntry[] = [];
  for (;;) {
    const batch = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    );
    if (batch.length === 0) return all;
    all.push(...batch);
  }
}

async function filesBelow(entry: FileSystemEntry, folder: string): Promise<UploadedFile[]> {
  const path = `${folder}${entry.name}`;
  if (isSystemFile(path)) return [];
  if (isFile(entry)) return [{ path, file: await readFile(entry) }];
  if (!isFolder(entry)) return [];
  const files: UploadedFile[] = [];
  for (const child of await entriesOf(entry)) files.push(...(await filesBelow(child, `${path}/`)));
  return files;
}

/** Returns all dropped files, including those in folders. Must be called synchronously in the event handler. */
export async function filesOfBatch(transfer: DataTransfer): Promise<UploadedFile[]> {
  // The items are no longer accessible after the event handler.
  const items = [...transfer.items].filter(({ kind }) => kind === 'file');
  const entries = items.flatMap((item) => item.webkitGetAsEntry() ?? []);
  const plain = [...transfer.files];
  if (entries.length < items.length)
    return withoutSystemFiles(plain.map((file) => ({ path: file.name, file })));
  const files: UploadedFile[] = [];
  for (const entry of entries) files.push(...(await filesBelow(entry, '')));
  return files;
}

/** Returns true if files are dragged, not text or a list entry. */
export const carriesFiles = (transfer: DataTransfer | null): boolean =>
  transfer?.types.includes('Files') ?? false;
