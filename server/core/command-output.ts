/** Prints one line of the output of a command. */
export type PrintLine = (line: string) => void;

export const printLine: PrintLine = (line) => void process.stdout.write(`${line}\n`);

/** Returns a number with its noun, such as `1 file` or `3 files`. */
export const countOf = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;
