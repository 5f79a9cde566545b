import fs from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { root } from "../project.mjs";

// Checks the documents against the repository: links, paths and `npm run …` scripts must exist, every setting must be
// in the table of docs/operations.md, and every event in docs/api.md. A row of a table has as many cells as its head.

const minReferences = 100;
const skipped = new Set(["node_modules", "dist", "migrations", "test-results"]);
const paths = /^(apps|sandbox|packages|examples|bench|scripts|docs|\.ci)\/[\w./()[\]@-]*$/;
/** Paths that a running copy creates, and placeholder names. */
const isMade = (reference) => /(^|\/)(\.data|dist|e2e\/screenshots)(\/|$)/.test(reference);

export function listDocuments(folder = root) {
  return fs.readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (skipped.has(entry.name) || (entry.name.startsWith(".") && entry.name !== ".ci")) {
      return [];
    }
    const file = path.join(folder, entry.name);
    if (entry.isDirectory()) {
      return listDocuments(file);
    }
    return entry.name.endsWith(".md") ? [file] : [];
  });
}

/** The references in a document: `{ line, kind: "link" | "path" | "script", to }`. */
export function readReferences(text) {
  return text.split("\n").flatMap((content, index) => {
    const found = [];
    const add = (kind, to) => found.push({ line: index + 1, kind, to });
    for (const [, to] of content.matchAll(/\]\(([^()\s]+(?:\([^()]*\)[^()\s]*)?)\)/g)) {
      add("link", to);
    }
    for (const [, to] of content.matchAll(/`([^`]+)`/g)) {
      if (paths.test(to)) {
        add("path", to);
      }
    }
    for (const [, to] of content.matchAll(/scripts\/run\.mjs ([\w./-]+\.(?:ts|mjs))/g)) {
      add("path", to);
    }
    for (const [, to] of content.matchAll(/npm run ([\w:-]+)/g)) {
      add("script", to);
    }
    return found;
  });
}

const anchorOf = (heading) =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, "")
    .trim()
    .replace(/\s/g, "-");

const anchorsOf = (text) =>
  new Set([...text.matchAll(/^#+ (.+)$/gm)].map(([, heading]) => anchorOf(heading)));

export function problemOf({ kind, to }, file, scripts) {
  if (kind === "script") {
    return scripts.has(to) ? undefined : `npm run ${to} is not a script of package.json`;
  }
  if (kind === "path") {
    return isMade(to) || fs.existsSync(path.join(root, to)) ? undefined : `${to} is not there`;
  }
  if (/^[a-z]+:/i.test(to)) {
    return undefined;
  }
  const [place, anchor] = to.split("#");
  const target = place === "" ? file : path.resolve(path.dirname(file), decodeURIComponent(place));
  if (!fs.existsSync(target)) {
    return `${to} leads nowhere`;
  }
  if (anchor === undefined || !target.endsWith(".md")) {
    return undefined;
  }
  return anchorsOf(fs.readFileSync(target, "utf8")).has(anchor) ? undefined : `${to} has no such heading`;
}

/** The text below a heading of the second level, or all of it. */
export const sectionOf = (text, heading) =>
  heading ? (text.split(/^## /m).find((section) => section.startsWith(`${heading}\n`)) ?? "") : text;

/** The numbers of the lines whose cells don't match the head of their table. */
export function unevenRows(text) {
  const cellsOf = (line) => line.match(/(?<!\\)\|/g)?.length;
  const lines = text.split("\n");
  let cells;
  return lines.flatMap((line, index) => {
    cells = line.startsWith("|") ? (cells ?? cellsOf(line)) : undefined;
    return cells !== undefined && cellsOf(line) !== cells ? [index + 1] : [];
  });
}

function missingWords(document, words, what, heading) {
  const text = sectionOf(fs.readFileSync(path.join(root, document), "utf8"), heading);
  return words
    .filter((word) => !text.includes(`\`${word}\``))
    .map((word) => `${document}: the ${what} ${word} is not in it`);
}

const wordsIn = (file, pattern) => [
  ...new Set([...fs.readFileSync(path.join(root, file), "utf8").matchAll(pattern)].map(([, word]) => word)),
];

export function checkDocuments() {
  const { scripts } = JSON.parse(fs.readFileSync(path.join(root, "package.json"), "utf8"));
  const scriptNames = new Set(Object.keys(scripts));
  const problems = [];
  const documents = listDocuments();
  let references = 0;
  for (const file of documents) {
    const text = fs.readFileSync(file, "utf8");
    for (const line of unevenRows(text)) {
      problems.push(`${path.relative(root, file)}:${line}: the row has more or fewer cells than its table`);
    }
    for (const reference of readReferences(text)) {
      references += 1;
      const problem = problemOf(reference, file, scriptNames);
      if (problem) {
        problems.push(`${path.relative(root, file)}:${reference.line}: ${problem}`);
      }
    }
  }
  const settings = [
    ...wordsIn("apps/api/src/env.ts", /^ {2,4}([A-Z][A-Z_]+):/gm),
    ...wordsIn("scripts/supervisor/settings.mjs", /process\.env\.([A-Z][A-Z_]+)/g),
    ...wordsIn("scripts/supervisor/settings.mjs", /read(?:Count|Port|Address|DatabaseUrl)\("([A-Z_]+)"/g),
  ].filter((name) => name !== "NODE_COMPILE_CACHE");
  problems.push(...missingWords("docs/operations.md", [...new Set(settings)], "setting", "Settings"));
  const events = wordsIn(
    "packages/schema/src/webhooks/events.ts",
    /^ {2}"((?:domain|payment|zone)\.\w+)": \{/gm,
  );
  problems.push(...missingWords("docs/api.md", events, "event"));
  const scopes = wordsIn("packages/schema/src/accounts/rights.ts", /^ {2}"([a-z_]+:[a-z]+)",$/gm);
  problems.push(...missingWords("docs/api.md", scopes, "scope"));
  return {
    problems,
    documents: documents.length,
    references,
    settings: settings.length,
    events: events.length,
  };
}

if (process.argv[1] && import.meta.url === pathToFileURL(fs.realpathSync(process.argv[1])).href) {
  const { problems, documents, references, settings, events } = checkDocuments();
  for (const problem of problems) {
    console.log(problem);
  }
  const isTooLittle = references < minReferences || settings < 20 || events < 11;
  if (isTooLittle) {
    console.log("fewer than expected: the check does not find the documents");
  }
  console.log(
    `${documents} documents, ${references} references, ${settings} settings, ${events} events, ${problems.length} wrong`,
  );
  process.exit(problems.length > 0 || isTooLittle ? 1 : 0);
}
