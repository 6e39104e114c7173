/** Prints one line of the output of a command. */
export type PrintLine = (line: string) => void;

export const printLine: PrintLine = (line) => void process.stdout.write(`${line}\n`);
