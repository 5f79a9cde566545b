import fs from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { root } from "../project.mjs";

// Finds words for which plain English has shorter ones. docs/style.md has the rules; this covers only the most telling
// words.

const words = new Map(
  Object.entries({
    anew: "again",
    anybody: "anyone",
    authorise: "authorize",
    authorised: "authorized",
    behaviour: "behavior",
    catalogue: "catalog",
    colour: "color",
    colours: "colors",
    favourite: "favorite",
    hereby: "leave it out",
    licence: "license",
    mend: "fix",
    mended: "fixed",
    mending: "fixing",
    mends: "fixes",
    nobody: "no one, or name who is meant",
    nobodys: "no one's, or name who is meant",
    normalise: "normalize",
    normalised: "normalized",
    organisation: "organization",
    organisations: "organizations",
    recognise: "recognize",
    recognised: "recognized",
    somebody: "someone, or name who is meant",
    thereof: "of it",
    towards: "toward",
    wherein: "in which",
    whoever: "anyone who, or name who is meant",
    whomever: "anyone, or name who is meant",
    whosoever: "anyone who, or name who is meant",
  }),
);

/**
 * Phrases, in comments and texts.
 * @type {[phrase: RegExp, instead: string][]}
 */
const phrases = [
  [/\ball the same\b(?! [a-z]+)/i, "anyway"],
  [/\bby (?:it|them)sel(?:f|ves)\b/i, "automatically, on its own"],
  [/\bfor ever\b/i, "forever, permanently"],
  [/\bin earnest\b/i, "for real"],
  [/\bstands? (?:here|there|in the file)\b/i, "is"],
];

/**
 * Exceptions: the start of a path, and the allowed words.
 * @type {[start: string, words: string[]][]}
 */
const allowed = [
  ["scripts/check/words", ["*"]],
  ["docs/style.md", ["*"]],
  // The Unix system account.
  ["packages/embedded-postgres/src/embedded-server.mjs", ["nobody"]],
  // A value of `nextActor` in the API.
  ["packages/schema/src/status", ["nobody"]],
  ["apps/api/src/modules/domains/portfolio/explain-status", ["nobody"]],
  ["apps/panel/src/features/domain-page/domain-header.tsx", ["nobody"]],
];

const sources = /\.(ts|tsx|mjs|md|css|sql|sh)$|(^|\/)messages\/\w+\.json$/;
const folders = ["apps", "bench", "docs", "examples", "packages", "sandbox", "scripts"];
const skipped = new Set(["node_modules", "dist", "migrations", "test-results", "schemas"]);

function listFiles(folder) {
  return fs.readdirSync(path.join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    if (skipped.has(entry.name) || entry.name.startsWith(".")) {
      return [];
    }
    const file = path.posix.join(folder, entry.name);
    if (entry.isDirectory()) {
      return listFiles(file);
    }
    return sources.test(entry.name) || sources.test(file) ? [file] : [];
  });
}

/**
 * Returns a text's matches as `{ line, found, instead }`.
 * @param {string} text
 */
export function findWords(text) {
  return text.split("\n").flatMap((content, index) => {
    const found = [];
    for (const [word] of content.matchAll(/[A-Z]?[a-z]+|[A-Z]+(?![a-z])/g)) {
      const instead = words.get(word.toLowerCase());
      if (instead) {
        found.push({ line: index + 1, found: word.toLowerCase(), instead });
      }
    }
    for (const [phrase, instead] of phrases) {
      const match = phrase.exec(content);
      if (match) {
        found.push({ line: index + 1, found: match[0].toLowerCase(), instead });
      }
    }
    return found;
  });
}

const isAllowed = (file, word) =>
  allowed.some(([start, own]) => file.startsWith(start) && (own.includes("*") || own.includes(word)));

export function checkWords() {
  const files = [
    ...folders.flatMap(listFiles),
    ...["README.md", "CONTRIBUTING.md"].filter((file) => fs.existsSync(path.join(root, file))),
  ];
  const problems = files.flatMap((file) => [
    ...findWords(path.basename(file)).map((one) => ({ ...one, line: 0, file })),
    ...findWords(fs.readFileSync(path.join(root, file), "utf8")).map((one) => ({ ...one, file })),
  ]);
  return { files: files.length, problems: problems.filter(({ file, found }) => !isAllowed(file, found)) };
}

if (process.argv[1] && import.meta.url === pathToFileURL(fs.realpathSync(process.argv[1])).href) {
  const { files, problems } = checkWords();
  for (const { file, line, found, instead } of problems) {
    console.log(`${file}:${line}: "${found}": write ${instead}`);
  }
  console.log(`${files} files, ${problems.length} words to replace`);
  process.exit(problems.length > 0 ? 1 : 0);
}
