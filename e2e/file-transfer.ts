import type { JSHandle, Page } from '@playwright/test';

export interface FileToDrop {
  readonly name: string;
  readonly bytes: Buffer;
}

/** Creates the data of a drag with files in the page. */
export function createTransfer(page: Page, files: readonly FileToDrop[]): Promise<JSHandle<DataTransfer>> {
  const encodedFiles = files.map(({ name, bytes }) => ({ name, text: bytes.toString('base64') }));
  return page.evaluateHandle((list) => {
    const transfer = new DataTransfer();
    for (const { name, text } of list) {
      const bytes = Uint8Array.from(atob(text), (character) => character.codePointAt(0) ?? 0);
      transfer.items.add(new File([bytes], name, { lastModified: 1 }));
    }
    return transfer;
  }, encodedFiles);
}
