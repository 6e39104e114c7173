import { readFileSync } from 'node:fs';

/** Describes what a setting or an option needs. @param name of the setting or the option */
export const passphraseFileProblem = (name: string): string =>
  `${name} must be a readable file with the passphrase in its first line.`;

/** Reads the passphrase in the first line of a file. @returns undefined when it cannot be read or is blank */
export function readPassphraseFile(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8').split(/\r?\n/)[0] || undefined;
  } catch {
    return undefined;
  }
}
