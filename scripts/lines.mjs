import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import { root } from "./project.mjs";

// The lines that someone has to carry: `npm run lines`. A file belongs to the first kind that its path matches.

const kinds = /** @type {const} */ ([
  ["migrations", /\/migrations\//],
  ["benchmarks", /^bench\/|^scripts\/bench-/],
  [
    "tests",
    /\.(test|spec)\.\w+$|(^|\/)(test|e2e|testing)\/|\/testing[^/]*\.\w+$|^scripts\/(check|test)|playwright|vitest/,
  ],
  ["sandbox", /^sandbox\/|\/sandbox[^/]*(\/|\.\w+$)/],
  ["product", /./],
]);
const counted = /\.(ts|tsx|mts|mjs|js|css|sql|sh)$|\/meta\/.*\.json$/;

/** @type {Map<string, number>} */
const folders = new Map();
const counts = new Map(kinds.map(([kind]) => [kind, { files: 0, lines: 0 }]));
const files = execFileSync("git", ["ls-files", "-z"], { cwd: root, encoding: "utf8" }).split("\0");
for (const file of files.filter((name) => counted.test(name))) {
  const [kind] = kinds.find(([, pattern]) => pattern.test(file)) ?? ["product"];
  if (kind === "product") {
    folders.set(path.posix.dirname(file), (folders.get(path.posix.dirname(file)) ?? 0) + 1);
  }
  const count = counts.get(kind);
  if (count) {
    count.files += 1;
    count.lines += readFileSync(`${root}/${file}`, "utf8").split("\n").length - 1;
  }
}
const format = new Intl.NumberFormat("en");
for (const [kind, { files: fileCount, lines }] of [...counts].reverse()) {
  console.log(
    `${kind.padEnd(10)} ${format.format(lines).padStart(9)} lines in ${format.format(fileCount).padStart(5)} files`,
  );
}

console.log("\nFolders with the most source files");
for (const [folder, count] of [...folders].toSorted(([, one], [, other]) => other - one).slice(0, 10)) {
  console.log(`${String(count).padStart(4)}  ${folder}`);
}
