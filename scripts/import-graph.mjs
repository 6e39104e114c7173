import { posix } from 'node:path';

/*
 * The import graph of the files, with type-only and dynamic imports. It resolves relative imports and the aliases in `imports` of
 * package.json.
 */

/** @typedef {Map<string, readonly string[]>} Graph each file with the files that it imports */

/**
 * Returns the aliases of package.json: the prefix before the name, and the file with `*` in place of the name.
 * @param {Readonly<Record<string, string | { source: string }>>} imports
 */
export const aliasesOf = (imports) =>
  Object.entries(imports).map(([alias, target]) => ({
    prefix: alias.slice(0, alias.indexOf('*')),
    file: (typeof target === 'string' ? target : target.source).replace(/^\.\//, ''),
  }));

/**
 * Returns the file of an import; undefined for packages and other types of files.
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
 * Returns the import graph of the files and the specifiers of all imports, packages included.
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
 * Returns the shortest path from a file back to itself.
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
        for (let modulePath = file; modulePath !== start; modulePath = importers.get(modulePath) ?? start)
          path.unshift(modulePath);
        return [start, ...path];
      }
      if (importers.has(target)) continue;
      importers.set(target, file);
      queue.push(target);
    }
  return undefined;
}

/**
 * Returns the import cycles, each as a path that starts and ends with the same file. Each file is in at most one reported cycle.
 * When that cycle is removed, the next run reports the others.
 * @param {Graph} graph
 */
export function findCycles(graph) {
  /** @type {Set<string>} */
  const namedFiles = new Set();
  const cycles = [];
  for (const file of [...graph.keys()].toSorted()) {
    if (namedFiles.has(file)) continue;
    const cycle = shortestCycle(graph, file);
    if (!cycle || cycle.some((member) => namedFiles.has(member))) continue;
    for (const member of cycle) namedFiles.add(member);
    cycles.push(cycle);
  }
  return cycles;
}
