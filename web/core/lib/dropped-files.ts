/** A file of a drop, with its place in it: folders with `/` between, then its name. */
export interface UploadedFile {
  readonly path: string;
  readonly file: File;
}

/** Files that operating systems put into folders and that are not imported. */
const isJunk = (path: string): boolean =>
  path.split('/').some((part) => part.startsWith('.') || part === '__MACOSX') ||
  /(^|\/)(thumbs\.db|desktop\.ini)$/i.test(path);

const withoutJunk = (files: readonly UploadedFile[]): UploadedFile[] =>
  files.filter(({ path }) => !isJunk(path));

/** Files as an input gives them; those of a chosen folder know where they lay. */
export function filesOfInput(list: FileList | null): UploadedFile[] {
  return withoutJunk([...(list ?? [])].map((file) => ({ path: file.webkitRelativePath || file.name, file })));
}

const isFile = (entry: FileSystemEntry): entry is FileSystemFileEntry => entry.isFile;
const isFolder = (entry: FileSystemEntry): entry is FileSystemDirectoryEntry => entry.isDirectory;

const readFile = (entry: FileSystemFileEntry): Promise<File> =>
  new Promise((resolve, reject) => entry.file(resolve, reject));

/** A browser hands out the entries of a folder in parts. */
async function entriesOf(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader();
  const all: FileSystemEntry[] = [];
  for (;;) {
    const part = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    );
    if (part.length === 0) return all;
    all.push(...part);
  }
}

async function filesBelow(entry: FileSystemEntry, folder: string): Promise<UploadedFile[]> {
  const path = `${folder}${entry.name}`;
  if (isJunk(path)) return [];
  if (isFile(entry)) return [{ path, file: await readFile(entry) }];
  if (!isFolder(entry)) return [];
  const bookContent: UploadedFile[] = [];
  for (const child of await entriesOf(entry)) bookContent.push(...(await filesBelow(child, `${path}/`)));
  return bookContent;
}

/** All files of what was dropped, folders with all that is in them. Must be called while the event is handled. */
export async function filesOfBatch(transfer: DataTransfer): Promise<UploadedFile[]> {
  // Gone once the event is over.
  const items = [...transfer.items].filter(({ kind }) => kind === 'file');
  const entries = items.flatMap((item) => item.webkitGetAsEntry() ?? []);
  const plain = [...transfer.files];
  if (entries.length < items.length) return withoutJunk(plain.map((file) => ({ path: file.name, file })));
  const files: UploadedFile[] = [];
  for (const entry of entries) files.push(...(await filesBelow(entry, '')));
  return files;
}

/** True if files are dragged, not text or an entry of a list. */
export const carriesFiles = (transfer: DataTransfer | null): boolean =>
  transfer?.types.includes('Files') ?? false;
