import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { root } from "./project.mjs";

// Where an event, an error, a right or a table is declared, written and read: `npm run where -- domain.registered`.

const [name = ""] = process.argv.slice(2);
if (!/^[\w.:-]+$/.test(name)) {
  console.error("Usage: npm run where -- <event|error|right|table>");
  process.exit(2);
}

/** @typedef {{ file: string, line: number, text: string }} Place */

const isAside = /\.(test|spec)\.\w+$|(^|\/)(test|e2e|testing|bench)\/|CHANGELOG\.md$|\/migrations\//;

/**
 * @param {string[]} words
 * @returns {Place[]}
 */
function find(words) {
  const patterns = words.flatMap((word) => ["-e", word]);
  const found = git("grep", "-nIF", "--untracked", ...patterns, "--", "*.ts", "*.tsx", "*.mjs", "*.md");
  return found.flatMap((each) => {
    const [, file = "", line = "", text = ""] = /^(.*?):(\d+):(.*)$/.exec(each) ?? [];
    return isAside.test(file) ? [] : [{ file, line: Number(line), text: text.trim() }];
  });
}

/** @param {string[]} words */
function git(...words) {
  try {
    return execFileSync("git", words, { cwd: root, encoding: "utf8", maxBuffer: 1e8 })
      .split("\n")
      .filter((line) => line !== "");
  } catch {
    return [];
  }
}

/** The names of the exports around the places. @param {Place[]} places */
const exportsAround = (places) => [
  ...new Set(
    places.flatMap(({ file, line }) => {
      const before = readFileSync(`${root}/${file}`, "utf8").split("\n").slice(0, line);
      const opening = before.findLast((each) => /^export (const|function|class) /.test(each)) ?? "";
      return /^export \w+ (\w+)/.exec(opening)?.[1] ?? [];
    }),
  ),
];

/** @param {string} word */
const whole = (word) => new RegExp(`(?<![\\w.:-])${word.replaceAll(".", "\\.")}(?![\\w:-])`);
const quoted = find([name]).filter(({ text }) => whole(name).test(text));
const inTables = quoted.filter(({ file }) => file.startsWith("packages/db/src/tables/"));
const table = inTables.filter(({ file, line }) => {
  const lines = readFileSync(`${root}/${file}`, "utf8").split("\n");
  return /pgTable\(\s*$/.test(lines[line - 2] ?? "") || lines[line - 1]?.includes(`pgTable("${name}"`);
});
const inErrors = quoted.filter(({ file }) => /\/errors\.ts$/.test(file));
const inCatalog = quoted.filter(({ file }) =>
  /\/schema\/src\/(webhooks\/events|accounts\/rights)\.ts$/.test(file),
);

const declared = table.length > 0 ? table : inErrors.length > 0 ? inErrors : inCatalog;
const names = table.length > 0 || inErrors.length > 0 ? exportsAround(declared) : [];
const used =
  names.length === 0 ? [] : find(names).filter(({ text }) => names.some((each) => whole(each).test(text)));
const isImport = (/** @type {Place} */ { text }) =>
  /^(import|export) .* from |^(type )?\w+,$|^import\b/.test(text) || /^[A-Za-z]+,?$/.test(text);
const isWrite = (/** @type {Place} */ { file, text }) =>
  table.length > 0
    ? /\.(insert|update|delete)\(|\b(insert into|update|delete from) /.test(text)
    : inErrors.length > 0
      ? names.some((each) => text.includes(`${each}(`))
      : /^(apps\/api|sandbox\/registry)\//.test(file) && /\b(type|action): "|emit/.test(text);
const isDeclared = (/** @type {Place} */ { file, line }) =>
  declared.some((each) => each.file === file && each.line === line);

const others = [
  ...new Map([...quoted, ...used].map((each) => [`${each.file}:${each.line}`, each])).values(),
].filter((each) => !isDeclared(each) && !isImport(each));
const groups = { declared, written: others.filter(isWrite), read: others.filter((each) => !isWrite(each)) };
for (const [group, places] of Object.entries(groups)) {
  for (const { file, line, text } of places.toSorted((a, b) => (a.file < b.file ? -1 : 1))) {
    console.log(`${group.padEnd(8)}  ${file}:${line}  ${text.slice(0, 100)}`);
  }
}
if (declared.length === 0) {
  console.error(`${name} is no event, error, right or table.`);
  process.exitCode = 1;
}
