import { parseSync, Visitor } from "oxc-parser";

/**
 * What one source file imports and calls: `imports` as `{ specifier, isType, line }` (static, dynamic, re-exported,
 * `import("…").Type`, `require("…")`), `uses` as `{ text, line }` for calls and reads that rules may forbid.
 */
export function readSource(file, text) {
  const { program, module, errors } = parseSync(file, text);
  const lineOf = createLineOf(text);
  const imports = [];
  const uses = [];
  const addImport = (specifier, start, isType) => imports.push({ specifier, isType, line: lineOf(start) });
  const addUse = (use, start) => uses.push({ text: use, line: lineOf(start) });

  for (const { moduleRequest, entries, start } of module.staticImports) {
    const isType = entries.length > 0 && entries.every((one) => one.isType);
    addImport(moduleRequest.value, start, isType);
    if (moduleRequest.value === "node:crypto" || moduleRequest.value === "crypto") {
      for (const { importName } of entries) {
        if (importName.name === "randomUUID") {
          addUse("crypto.randomUUID", start);
        }
      }
    }
  }
  for (const { entries, start } of module.staticExports) {
    const from = entries.find((one) => one.moduleRequest)?.moduleRequest.value;
    const isType = entries.every((one) => one.isType);
    if (from !== undefined) {
      addImport(from, start, isType);
    }
  }

  new Visitor({
    ImportExpression: ({ source, start }) => addImport(literal(source), start, false),
    TSImportType: ({ source, start }) => addImport(literal(source), start, true),
    TSExternalModuleReference: ({ expression, start }) => addImport(literal(expression), start, false),
    NewExpression({ callee, arguments: given, start }) {
      if (nameOf(callee) === "Date" && given.length === 0) {
        addUse("new Date()", start);
      }
    },
    CallExpression({ callee, arguments: given, start }) {
      const name = nameOf(callee);
      if (name === "require" && given.length > 0) {
        addImport(literal(given[0]), start, false);
      } else if (name) {
        addUse(`${name}()`, start);
      }
    },
    MemberExpression(node) {
      const name = nameOf(node);
      if (name) {
        addUse(name, node.start);
      }
    },
    VariableDeclarator({ id, init }) {
      // `const { env } = process` reads what `process.env` reads.
      if (init && id.type === "ObjectPattern") {
        for (const { key } of id.properties) {
          if (key?.name && nameOf(init)) {
            addUse(`${nameOf(init)}.${key.name}`, id.start);
          }
        }
      }
    },
  }).visit(program);

  return { imports, uses, errors: errors.map((error) => error.message) };
}

/** The dotted name of an expression such as `crypto.randomUUID`, without `globalThis.`. */
function nameOf(node) {
  if (node.type === "Identifier") {
    return node.name;
  }
  if (node.type === "ChainExpression") {
    return nameOf(node.expression);
  }
  if (node.type !== "MemberExpression") {
    return undefined;
  }
  const object = nameOf(node.object);
  const property = node.computed ? node.property.value : node.property.name;
  if (object === undefined || typeof property !== "string") {
    return undefined;
  }
  return object === "globalThis" ? property : `${object}.${property}`;
}

/** What an import names; one that is put together at run time cannot be judged, and says so. */
function literal(node) {
  if (node.type === "Literal" && typeof node.value === "string") {
    return node.value;
  }
  if (node.type === "TemplateLiteral" && node.expressions.length === 0) {
    return node.quasis[0].value.cooked;
  }
  return undefined;
}

function createLineOf(text) {
  const starts = [0];
  for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) {
    starts.push(at + 1);
  }
  return (offset) => {
    let [low, high] = [0, starts.length - 1];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (starts[middle] <= offset) {
        low = middle;
      } else {
        high = middle - 1;
      }
    }
    return low + 1;
  };
}
