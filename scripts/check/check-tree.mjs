import fs from "node:fs";
import path from "node:path";
import { findCycles } from "./find-cycles.mjs";
import { matchFile, matchTarget } from "./match-pattern.mjs";
import { readSource } from "./read-source.mjs";
import { readTables, tablesInSql } from "./read-tables.mjs";
import { readPackages, resolveImport } from "./resolve-import.mjs";
import {
  computedImports,
  emptyNames,
  importRules,
  modulesFolder,
  role,
  roles,
  tables,
  useRules,
} from "./rules.mjs";

const sourceFolders = ["apps", "sandbox", "packages", "examples", "bench", "deploy", "scripts", "testing"];
const isSource = (name) => /\.(ts|tsx|mts|mjs|js|jsx)$/.test(name) && name !== "next-env.d.ts";
const isSkipped = (name) => name.startsWith(".") || ["node_modules", "dist", "migrations"].includes(name);

const isTest = (file) =>
  /\.test\.(ts|tsx|mjs)$|\/(test|e2e|testing)\/|\/testing[^/]*\.(ts|mjs)$|\/playwright\.config\.ts$/.test(
    file,
  );

function walk(root, folder, visit) {
  const absolute = path.join(root, folder);
  if (!fs.existsSync(absolute)) {
    return;
  }
  for (const entry of fs.readdirSync(absolute, { withFileTypes: true })) {
    if (isSkipped(entry.name)) {
      continue;
    }
    const file = `${folder}/${entry.name}`;
    visit(file, entry);
    if (entry.isDirectory()) {
      walk(root, file, visit);
    }
  }
}

/** Reads every source file with its imports, each resolved to its `target`. */
function readTree(root) {
  const packages = readPackages(root);
  const sources = new Map();
  for (const folder of sourceFolders) {
    walk(root, folder, (file, entry) => {
      if (!entry.isFile() || !isSource(entry.name)) {
        return;
      }
      const source = readSource(file, fs.readFileSync(path.join(root, file), "utf8"));
      for (const one of source.imports) {
        one.target = resolveImport({ root, packages }, file, one.specifier);
      }
      sources.set(file, source);
    });
  }
  return { root, packages, sources };
}

/**
 * Checks every source file below `root`. Returns `problems` (one line each, with the rule's name), the number of files
 * and imports, and the rules and roles without a file.
 */
export function checkTree(root) {
  const tree = readTree(root);
  const problems = [];
  const report = (rule, place, text) => problems.push({ rule, text: `${place} ${text}` });
  const used = new Set();

  checkNames(tree, report);
  checkRoles(tree, report);
  checkCycles(tree, report);
  checkTables(tree, report);
  for (const [file, source] of tree.sources) {
    for (const message of source.errors) {
      report("readable", file, `cannot be parsed: ${message}`);
    }
    const own = importRules.map((rule) => applies(rule, file)).filter((one) => one !== undefined);
    checkImports(tree, file, own, report);
    const uses = useRules.filter((rule) => applies(rule, file));
    checkUses(file, source, uses, report);
    for (const rule of [...own.map((one) => one.rule), ...uses]) {
      used.add(rule.name);
    }
  }

  const idle = [...importRules, ...useRules].filter((rule) => !rule.isOptional && !used.has(rule.name));
  const files = [...tree.sources.keys()].filter((file) => !isTest(file));
  const missingRoles = Object.keys(roles).filter((name) => !files.some((file) => isIn(role(name), file)));
  const imports = [...tree.sources.values()].reduce((sum, source) => sum + source.imports.length, 0);
  return {
    problems,
    files: tree.sources.size,
    imports,
    idleRules: [...idle.map((rule) => rule.name), ...missingRoles.map((name) => `role: ${name}`)],
  };
}

const isIn = (patterns, file) => patterns.some((pattern) => matchFile(pattern, file));

function checkNames({ root }, report) {
  for (const folder of sourceFolders) {
    walk(root, folder, (file, entry) => {
      const stem = entry.name.split(".")[0];
      if (emptyNames.test(stem)) {
        report("names-say-something", file, `is named ${stem}: a name says what is in there`);
      }
    });
  }
}

/** A file or folder of a module that is named like a role has that role. */
function checkRoles({ sources }, report) {
  for (const file of sources.keys()) {
    if (isTest(file) || !file.startsWith(`${modulesFolder}/`)) {
      continue;
    }
    const words = new Set(
      file.slice(modulesFolder.length).split("/").slice(2).join("-").split(".")[0].split("-"),
    );
    for (const [name, { words: own }] of Object.entries(roles)) {
      if (own.some((word) => words.has(word)) && !isIn(role(name), file)) {
        report(
          "roles-are-recognized",
          file,
          `is named like ${name} but matches none of its patterns in scripts/check/rules.mjs`,
        );
      }
    }
  }
}

function checkCycles({ sources }, report) {
  const edges = new Map(
    [...sources].map(([file, { imports }]) => [
      file,
      imports.map(({ target }) => target.file).filter((target) => sources.has(target)),
    ]),
  );
  for (const cycle of findCycles(edges)) {
    report("no-cycles", cycle[0], `is in an import cycle: ${cycle.join(" → ")}`);
  }
}

/** Only a module's own code uses its tables, by their names in code and in SQL. */
function checkTables({ root, sources }, report) {
  const known = readTables(root, tables);
  for (const [file, { imports, sql }] of sources) {
    if (isTest(file) || !isIn(tables.readers, file) || isIn(tables.but, file)) {
      continue;
    }
    const own = tables.ownerOf(file);
    const isForeign = (owner) => owner !== undefined && owner !== own && !tables.open.includes(owner);
    for (const { specifier, names, line } of imports) {
      if (specifier !== tables.package && !specifier?.startsWith(`${tables.package}/`)) {
        continue;
      }
      for (const name of names ?? ["*"]) {
        const owner = known.byName.get(name);
        if (name === "*" || isForeign(owner)) {
          report("modules-touch-their-own-tables", `${file}:${line}`, touches(name, owner));
        }
      }
    }
    for (const { text, line } of sql) {
      for (const table of tablesInSql(text)) {
        const owner = known.bySqlName.get(table);
        if (isForeign(owner)) {
          report("modules-touch-their-own-tables", `${file}:${line}`, touches(table, owner));
        }
      }
    }
  }
}

const touches = (name, owner) =>
  name === "*"
    ? "imports all tables at once: name those that it needs"
    : `touches the table ${name}: only ${owner} touches it; offer a read or a verb, or declare a port`;

function checkImports(tree, file, own, report) {
  for (const one of tree.sources.get(file).imports) {
    const { specifier, target, line } = one;
    const place = `${file}:${line}`;
    const shown = `imports ${specifier ?? "…"}`;
    if (specifier === undefined && computedImports.includes(file)) {
      continue;
    }
    if (target.missing) {
      report("resolvable", place, `${shown}, which ${target.missing}`);
    } else if (leavesPackage(tree, file, specifier, target)) {
      report(
        "packages-have-doors",
        place,
        `${shown}: another package is imported by its name, not by a path`,
      );
    } else {
      for (const { rule, words } of own) {
        if (!allows(rule, words, one)) {
          report(rule.name, place, `${shown}: ${rule.says}`);
        } else if (rule.isDeep) {
          checkDepths(tree, { rule, words, place, shown }, one, report);
        }
      }
    }
  }
}

/** Follows an import that a deep rule allows through the modules, and reports the first file that breaks the rule. */
function checkDepths({ sources }, { rule, words, place, shown }, first, report) {
  const seen = new Set();
  const open = [];
  const follow = ({ isType, target }) => {
    if (!isType && target.file?.startsWith(`${modulesFolder}/`) && !seen.has(target.file)) {
      seen.add(target.file);
      open.push(target.file);
    }
  };
  follow(first);
  for (let file = open.pop(); file !== undefined; file = open.pop()) {
    for (const one of sources.get(file)?.imports ?? []) {
      if (!allows(rule, words, one)) {
        const way = `${shown}, which leads to ${file}:${one.line}, which imports ${one.specifier}`;
        report(rule.name, place, `${way}: ${rule.says}`);
        return;
      }
      follow(one);
    }
  }
}

function checkUses(file, source, rules, report) {
  for (const rule of rules) {
    for (const { text, line } of source.uses) {
      if (rule.uses.some((use) => isUse(use, text))) {
        report(rule.name, `${file}:${line}`, `uses ${text}: ${rule.says}`);
      }
    }
  }
}

function applies(rule, file) {
  if (isTest(file) ? !rule.tests : rule.tests === "only") {
    return undefined;
  }
  if (rule.but?.some((pattern) => matchFile(pattern, file))) {
    return undefined;
  }
  for (const pattern of rule.from) {
    const words = matchFile(pattern, file);
    if (words) {
      return { rule, words };
    }
  }
  return undefined;
}

function allows(rule, words, { target, isType, names }) {
  const isAmong = (patterns = []) => patterns.some((pattern) => matchTarget(pattern, target, words));
  if (rule.exceptNames && names?.every((name) => rule.exceptNames.includes(name))) {
    return true;
  }
  if (isType && isAmong(rule.exceptTypes)) {
    return true;
  }
  return rule.only ? isAmong(rule.only) : !isAmong(rule.never) || isAmong(rule.except);
}

const isUse = (use, text) => (use.endsWith("*") ? text.startsWith(use.slice(0, -1)) : text === use);

function leavesPackage({ packages }, file, specifier, target) {
  if (!specifier.startsWith(".") || isTest(file)) {
    return false;
  }
  const own = packages.find(({ folder }) => file.startsWith(`${folder}/`));
  return own !== undefined && !target.file.startsWith(`${own.folder}/`);
}
