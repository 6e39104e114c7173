/**
 * @typedef {{ readonly type: string, readonly start: number, readonly end: number, readonly [key: string]: unknown }} SyntaxNode
 * @typedef {{ readonly start: number, readonly end: number, readonly text: string }} Edit
 */

/**
 * @param {unknown} value
 * @returns {value is SyntaxNode}
 */
const isNode = (value) => typeof value === 'object' && value !== null && 'type' in value && 'start' in value;

/**
 * @param {unknown} value
 * @returns {Generator<SyntaxNode>}
 */
function* nodesIn(value) {
  if (Array.isArray(value)) for (const item of value) yield* nodesIn(item);
  if (!isNode(value)) return;
  yield value;
  for (const child of Object.values(value)) yield* nodesIn(child);
}

/**
 * Returns the edit that removes the call of `.describe(…)` on a schema.
 * @param {SyntaxNode} node
 * @returns {Edit[]}
 */
function descriptionEdits({ type, callee, end }) {
  if (type !== 'CallExpression' || !isNode(callee) || callee.type !== 'MemberExpression') return [];
  const { object, property } = callee;
  if (!isNode(object) || !isNode(property) || property['name'] !== 'describe') return [];
  return [{ start: object.end, end, text: '' }];
}

/**
 * Marks the value of a constant as free of side effects if calls create it.
 * @param {SyntaxNode} statement
 * @returns {Edit[]}
 */
function constantEdits(statement) {
  const declaration = statement.type === 'ExportNamedDeclaration' ? statement['declaration'] : statement;
  if (!isNode(declaration) || declaration.type !== 'VariableDeclaration') return [];
  const { declarations } = declaration;
  if (!Array.isArray(declarations)) return [];
  return declarations.flatMap((/** @type {unknown} */ declarator) => {
    const init = isNode(declarator) ? declarator['init'] : undefined;
    if (!isNode(init)) return [];
    if (init.type !== 'CallExpression' && init.type !== 'ObjectExpression') return [];
    return [
      { start: init.start, end: init.start, text: '/* @__PURE__ */ (() => (' },
      { start: init.end, end: init.end, text: '))()' },
    ];
  });
}

/**
 * Reduces the size of a contract file for browsers. Descriptions are needed only for the API reference. The bundler can omit
 * unused schemas, because their creation has no side effects.
 * @param {string} code JavaScript
 * @param {{ readonly body: readonly object[] }} program its syntax tree (ESTree)
 */
export function reduceContract(code, program) {
  const edits = [
    ...[...nodesIn(program.body)].flatMap(descriptionEdits),
    ...program.body.flatMap((statement) => (isNode(statement) ? constantEdits(statement) : [])),
  ].toSorted((first, second) => first.start - second.start || first.end - second.end);
  let reducedCode = '';
  let position = 0;
  for (const { start, end, text } of edits) {
    // The description of a schema inside another description is removed together with it.
    if (start < position) continue;
    reducedCode += code.slice(position, start) + text;
    position = end;
  }
  return reducedCode + code.slice(position);
}
