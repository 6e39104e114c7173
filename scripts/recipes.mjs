import { execFileSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { ensureNode, root, toolEnvironment } from './node-version.mjs';
import { recipes } from './recipes/recipes.mjs';
import { command } from './run.mjs';

/*
 * Follows the recipes of CONTRIBUTING.md in a copy of the repository. Each one must compile and pass its tests, and must fail with a
 * message that names the omission when a step is left out. Arguments name recipes: `npm test recipes "A resource"`.
 */

const names = process.argv.slice(2);
const chosenRecipes = recipes.filter(({ heading }) => names.length === 0 || names.includes(heading));

/**
 * @typedef {{ find: string, put: string }} Replacement
 * @typedef {{ name: string, file: string, needs?: string, edits?: readonly Replacement[], text?: string }} Step an edit or a new file.
 *   `needs` names the step that it edits
 * @typedef {{ leftOut: string, tool: 'tsc' | 'vitest', targets: readonly string[], pattern: RegExp }} Omission the check that reports it, and
 *   a pattern of its message
 * @typedef {{ heading: string, steps: (folder: string) => readonly Step[], tests: readonly string[],
 *   omissions: readonly Omission[] }} Recipe
 */

/** Copies the files except ignored ones, and the output of the compiler, which makes it faster. */
function copyRepository() {
  const folder = mkdtempSync(join(tmpdir(), 'lectern-recipes-'));
  const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '-z'], {
    cwd: root,
    encoding: 'utf8',
  }).split('\0');
  for (const file of files)
    if (file !== '' && existsSync(join(root, file))) cpSync(join(root, file), join(folder, file));
  for (const output of [
    'contract',
    'server',
    'contract.tsbuildinfo',
    'server.tsbuildinfo',
    'web.tsbuildinfo',
    'test.tsbuildinfo',
  ])
    if (existsSync(join(root, 'dist', output)))
      cpSync(join(root, 'dist', output), join(folder, 'dist', output), { recursive: true });
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  return folder;
}

/**
 * Runs the type check of some projects, or tests, in the copy.
 * @param {string} folder
 * @param {'tsc' | 'vitest'} tool
 * @param {readonly string[]} targets
 */
function runCheck(folder, tool, targets) {
  const env = { ...toolEnvironment(), NO_COLOR: '1' };
  try {
    const args = [tool === 'tsc' ? '-b' : 'run', ...targets];
    execFileSync(join(root, 'node_modules', '.bin', tool), args, {
      cwd: folder,
      env,
      encoding: 'utf8',
      stdio: 'pipe',
      maxBuffer: 2 ** 26,
    });
    return { isGreen: true, output: '' };
  } catch (error) {
    const { stdout, stderr } = /** @type {{ stdout: string, stderr: string }} */ (error);
    return { isGreen: false, output: `${stdout}${stderr}` };
  }
}

/**
 * Writes a step into the copy. Throws if the text to replace is missing.
 * @param {string} folder
 * @param {Step} step
 */
function apply(folder, { name, file, edits = [], text }) {
  const path = join(folder, file);
  let content = text ?? readFileSync(path, 'utf8');
  for (const { find, put } of edits) {
    if (!content.includes(find)) throw new Error(`Step "${name}": ${file} does not contain "${find}".`);
    content = content.replace(find, () => put);
  }
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
}

/**
 * Restores the files of all steps.
 * @param {string} folder
 * @param {readonly Step[]} steps
 */
function restore(folder, steps) {
  for (const { file } of steps) {
    rmSync(join(folder, file), { force: true });
    if (existsSync(join(root, file))) cpSync(join(root, file), join(folder, file));
  }
}

/**
 * Follows the recipes at once, because they are independent: one type check and one test run.
 * @param {string} folder
 */
function problemsOfAll(folder) {
  const problems = [];
  const guide = readFileSync(join(root, 'CONTRIBUTING.md'), 'utf8');
  const allSteps = [];
  for (const { heading, steps: stepsOf } of chosenRecipes) {
    if (!guide.includes(`\n### ${heading} *\n`))
      problems.push(`CONTRIBUTING.md has no recipe "${heading} *".`);
    const steps = stepsOf(folder);
    for (const step of steps) apply(folder, step);
    allSteps.push(...steps);
  }
  for (const [tool, targets] of /** @type {const} */ ([
    ['tsc', []],
    ['vitest', chosenRecipes.flatMap(({ tests }) => tests)],
  ])) {
    const { isGreen, output } = runCheck(folder, tool, targets);
    if (!isGreen) problems.push(`With all steps, ${tool} fails:\n${output}`);
  }
  restore(folder, allSteps);
  return problems;
}

/**
 * Returns the problem of a recipe with a step left out, or undefined.
 * @param {string} folder
 * @param {Recipe} recipe
 * @param {Omission} omission
 */
function problemWithout(folder, { heading, steps: stepsOf }, { leftOut, tool, targets, pattern }) {
  const steps = stepsOf(folder);
  const others = steps.filter(({ name, needs }) => name !== leftOut && needs !== leftOut);
  if (!steps.some(({ name }) => name === leftOut)) throw new Error(`"${heading}" has no step "${leftOut}".`);
  for (const step of others) apply(folder, step);
  const { isGreen, output } = runCheck(folder, tool, targets);
  restore(folder, steps);
  if (isGreen) return `${heading}: without "${leftOut}", ${tool} passes.`;
  return pattern.test(output)
    ? undefined
    : `${heading}: without "${leftOut}", ${tool} does not name it:\n${output}`;
}

await command(async () => {
  await ensureNode();
  const folder = copyRepository();
  try {
    const problems = problemsOfAll(folder);
    for (const problem of problems) console.error(problem);
    if (problems.length === 0) console.log('passed: all recipes compile and pass their tests');
    for (const recipe of chosenRecipes)
      for (const omission of recipe.omissions) {
        const problem = problemWithout(folder, recipe, omission);
        console.log(
          `${problem === undefined ? 'reported' : 'not reported'}: ${recipe.heading}, without ${omission.leftOut}`,
        );
        if (problem === undefined) continue;
        problems.push(problem);
        console.error(problem);
      }
    if (problems.length > 0) throw new Error(`${problems.length} problems.`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
