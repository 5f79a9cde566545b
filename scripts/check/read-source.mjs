import { parseSync, Visitor } from "oxc-parser";

/**
 * Reads a file's `imports` as `{ specifier, names, isType, line }` (every syntax; `names` is undefined when all of it
 * is taken), `uses` as `{ text, line }` for calls and reads that rules may forbid, and `sql` as `{ text, line }` for
 * each template's text.
 */
export function readSource(file, text) {
  const key = `${file}\n${text}`;
  const known = read.get(key);
  if (known) {
    return known;
  }
  const source = parse(file, text);
  read.set(key, source);
  return source;
}

/** Cached by file and text, because the rules' tests read one small tree a hundred times. */
const read = new Map();

function parse(file, text) {
  const { program, module, errors } = parseSync(file, text);
  const lineOf = createLineOf(text);
  const imports = [];
  const uses = [];
  const sql = [];
  const addImport = (specifier, start, isType, names) =>
    imports.push({ specifier, names, isType, line: lineOf(start) });
  const addUse = (use, start) => uses.push({ text: use, line: lineOf(start) });

  for (const { moduleRequest, entries, start } of module.staticImports) {
    const isType = entries.length > 0 && entries.every((one) => one.isType);
    addImport(moduleRequest.value, start, isType, namesOf(entries));
    if (moduleRequest.value === "node:crypto" || moduleRequest.value === "crypto") {
      for (const { importName } of entries) {
        if (importName.name === "randomUUID") {
          addUse("crypto.randomUUID", start);
        }
      }
    }
  }
  for (const { entries, start } of module.staticExports) {
    const from = entries.find((one) => one.moduleRequest)?.moduleRequest?.value;
    const isType = entries.every((one) => one.isType);
    if (from !== undefined) {
      addImport(from, start, isType, namesOf(entries));
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
    TemplateLiteral({ quasis, start }) {
      sql.push({ text: quasis.map(({ value }) => value.raw).join("?"), line: lineOf(start) });
    },
    VariableDeclarator({ id, init }) {
      // `const { env } = process` reads what `process.env` reads.
      if (init && id.type === "ObjectPattern") {
        for (const property of id.properties) {
          const key = "key" in property ? /** @type {any} */ (property.key) : undefined;
          if (key?.name && nameOf(init)) {
            addUse(`${nameOf(init)}.${key.name}`, id.start);
          }
        }
      }
    },
  }).visit(program);

  return { imports, uses, sql, errors: errors.map((error) => error.message) };
}

/** The imported names; undefined for a whole module. */
function namesOf(entries) {
  const names = entries.map(({ importName }) =>
    importName.kind === "Default" ? "default" : (importName.name ?? undefined),
  );
  return entries.length > 0 && !names.includes(undefined) ? names : undefined;
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

/** The import's specifier. One computed at run time can't be checked, and is reported as such. */
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
      if ((starts[middle] ?? 0) <= offset) {
        low = middle;
      } else {
        high = middle - 1;
      }
    }
    return low + 1;
  };
}
