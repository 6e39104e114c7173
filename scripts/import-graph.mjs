import { posix } from 'node:path';

/*
 * The imports of each file, type-only and dynamic imports included. Relative imports are followed, and the aliases that package.json
 * declares under `imports`.
 */

/** @typedef {Map<string, readonly string[]>} Graph each file with the files that it imports */

/**
 * The aliases of package.json: the text before the name, and the file with `*` where the name stands.
 * @param {Readonly<Record<string, string | { source: string }>>} imports
 */
export const aliasesOf = (imports) =>
  Object.entries(imports).map(([alias, target]) => ({
    prefix: alias.slice(0, alias.indexOf('*')),
    file: (typeof target === 'string' ? target : target.source).replace(/^\.\//, ''),
  }));

/**
 * The file behind an import; undefined for packages and for files of other kinds.
 * @param {string} from
 * @param {string} specifier
 * @param {{ files: ReadonlySet<string>, aliases: ReturnType<typeof aliasesOf> }} context
 */
export function resolveImport(from, specifier, { files, aliases }) {
  const alias = aliases.find(({ prefix }) => specifier.startsWith(prefix));
  const path = alias
    ? alias.file.replace('*', specifier.slice(alias.prefix.length))
    : posix.join(posix.dirname(from), specifier);
  if (!alias && !specifier.startsWith('.')) return undefined;
  return [path, `${path}x`].find((candidate) => files.has(candidate));
}

/**
 * Reads which file imports which, and what each names in its imports, packages included.
 * @param {ReadonlyMap<string, string>} texts by path, with `/` between its parts
 * @param {ReturnType<typeof aliasesOf>} aliases
 */
export async function readGraph(texts, aliases) {
  const { ts } = await import('@ts-morph/common');
  const files = new Set(texts.keys());
  /** @type {Map<string, readonly string[]>} */
  const specifiers = new Map();
  /** @type {Graph} */
  const graph = new Map();
  for (const [file, text] of texts) {
    const names = ts.preProcessFile(text, true, true).importedFiles.map(({ fileName }) => fileName);
    const targets = names.map((name) => resolveImport(file, name, { files, aliases }));
    specifiers.set(file, names);
    graph.set(file, [...new Set(targets.filter((target) => target !== undefined))]);
  }
  return { specifiers, graph };
}

/**
 * The shortest path from a file back to itself.
 * @param {Graph} graph
 * @param {string} start
 * @returns {string[] | undefined}
 */
function shortestCycle(graph, start) {
  /** @type {Map<string, string>} */
  const importers = new Map();
  const queue = [start];
  for (const file of queue)
    for (const target of graph.get(file) ?? []) {
      if (target === start) {
        const path = [start];
        for (let at = file; at !== start; at = importers.get(at) ?? start) path.unshift(at);
        return [start, ...path];
      }
      if (importers.has(target)) continue;
      importers.set(target, file);
      queue.push(target);
    }
  return undefined;
}

/**
 * Cycles, each as the files on its path with the first one again at the end. Each file is part of at most one of them: when that one is
 * gone, the next run names the others.
 * @param {Graph} graph
 */
export function findCycles(graph) {
  /** @type {Set<string>} */
  const named = new Set();
  const cycles = [];
  for (const file of [...graph.keys()].toSorted()) {
    if (named.has(file)) continue;
    const cycle = shortestCycle(graph, file);
    if (!cycle || cycle.some((member) => named.has(member))) continue;
    for (const member of cycle) named.add(member);
    cycles.push(cycle);
  }
  return cycles;
}
