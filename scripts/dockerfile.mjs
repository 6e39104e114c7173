/** @typedef {{ name: string, rest: string }} Instruction */
/** @typedef {{ name: string, base: string, instructions: readonly Instruction[] }} Stage */

/**
 * Parses the subset of the Dockerfile syntax that this project uses: no variables, no heredocs, one FROM per stage.
 * @param {string} text
 * @returns {Stage[]}
 */
export function readDockerfile(text) {
  const lines = text.replaceAll(/\\\n\s*/g, ' ').split('\n');
  /** @type {(Stage & { instructions: Instruction[] })[]} */
  const stages = [];
  for (const line of lines) {
    const [, name, rest] = /^([A-Z]+)\s+(.*)$/.exec(line) ?? [];
    if (name === undefined || rest === undefined) continue;
    if (name === 'FROM') {
      const [base = '', , as = String(stages.length)] = rest.split(/\s+/);
      stages.push({ name: as, base, instructions: [] });
    } else stages.at(-1)?.instructions.push({ name, rest });
  }
  return stages;
}

/**
 * Returns the JSON list after optional flags, as in CMD and HEALTHCHECK.
 * @param {string} rest
 * @returns {string[]}
 */
export const listIn = (rest) => JSON.parse(rest.slice(rest.indexOf('[')));
