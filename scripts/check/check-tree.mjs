import fs from "node:fs";
import path from "node:path";
import { matchFile, matchTarget } from "./match-pattern.mjs";
import { readSource } from "./read-source.mjs";
import { readPackages, resolveImport } from "./resolve-import.mjs";
import { emptyNames, importRules, useRules } from "./rules.mjs";

const sourceFolders = ["apps", "packages", "examples", "bench"];
const namedFolders = [...sourceFolders, "scripts"];
const isSource = (name) => /\.(ts|tsx|mts|mjs|js|jsx)$/.test(name) && name !== "next-env.d.ts";
const isSkipped = (name) => name.startsWith(".") || ["node_modules", "dist", "migrations"].includes(name);

const isTest = (file) =>
  /\.test\.(ts|tsx|mjs)$|(^|\/)test-fixture\.ts$|\/(test|e2e)\/|\/testing[^/]*\.ts$|\/playwright\.config\.ts$/.test(
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

/**
 * Holds every source file below `root` against the rules. Returns `problems` (one line each, with the rule's name),
 * how many files and imports were seen, and the names of rules that no file came under.
 */
export function checkTree(root) {
  const tree = { root, packages: readPackages(root) };
  const problems = [];
  const used = new Set();
  let files = 0;
  let imports = 0;

  const report = (rule, place, text) => problems.push({ rule, text: `${place} ${text}` });

  for (const folder of namedFolders) {
    walk(root, folder, (file, entry) => {
      const stem = entry.name.split(".")[0];
      if (emptyNames.test(stem)) {
        report("names-say-something", file, `is named ${stem}: a name says what is in there`);
      }
    });
  }

  for (const folder of sourceFolders) {
    walk(root, folder, (file, entry) => {
      if (!entry.isFile() || !isSource(entry.name)) {
        return;
      }
      files += 1;
      const source = readSource(file, fs.readFileSync(path.join(root, file), "utf8"));
      for (const message of source.errors) {
        report("readable", file, `cannot be parsed: ${message}`);
      }
      const own = importRules.map((rule) => applies(rule, file)).filter(Boolean);
      for (const { rule } of own) {
        used.add(rule.name);
      }

      for (const { specifier, isType, line } of source.imports) {
        imports += 1;
        const place = `${file}:${line}`;
        const target = resolveImport(tree, file, specifier);
        const shown = `imports ${specifier ?? "…"}`;
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
            if (!allows(rule, words, target, isType)) {
              report(rule.name, place, `${shown}: ${rule.says}`);
            }
          }
        }
      }

      for (const rule of useRules) {
        if (!applies(rule, file)) {
          continue;
        }
        used.add(rule.name);
        for (const { text, line } of source.uses) {
          if (rule.uses.some((use) => isUse(use, text))) {
            report(rule.name, `${file}:${line}`, `uses ${text}: ${rule.says}`);
          }
        }
      }
    });
  }

  const idle = [...importRules, ...useRules].filter((rule) => !rule.isOptional && !used.has(rule.name));
  return { problems, files, imports, idleRules: idle.map((rule) => rule.name) };
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

function allows(rule, words, target, isType) {
  const isIn = (patterns = []) => patterns.some((pattern) => matchTarget(pattern, target, words));
  if (rule.only) {
    return isIn(rule.only);
  }
  return !isIn(rule.never) || isIn(rule.except) || (isType && isIn(rule.exceptTypes));
}

const isUse = (use, text) => (use.endsWith("*") ? text.startsWith(use.slice(0, -1)) : text === use);

function leavesPackage({ packages }, file, specifier, target) {
  if (!specifier.startsWith(".") || isTest(file)) {
    return false;
  }
  const own = packages.find(({ folder }) => file.startsWith(`${folder}/`));
  return own !== undefined && !target.file.startsWith(`${own.folder}/`);
}
