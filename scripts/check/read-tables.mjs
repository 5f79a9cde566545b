import fs from "node:fs";
import path from "node:path";

/** The module of each table, by the table's name in code and in SQL: a file, or a folder, has a module's tables. */
export function readTables(root, { folder }) {
  const byName = new Map();
  const bySqlName = new Map();
  const absolute = path.join(root, folder);
  const files = fs.existsSync(absolute) ? fs.globSync("**/*.ts", { cwd: absolute }) : [];
  for (const file of files) {
    const owner = path.basename(file.split(path.sep)[0] ?? file, ".ts");
    const text = fs.readFileSync(path.join(absolute, file), "utf8");
    for (const [, name] of text.matchAll(/^export (?:const|type) (\w+)/gm)) {
      byName.set(name, owner);
    }
    for (const [, name] of text.matchAll(/\bpgTable\(\s*"(\w+)"/g)) {
      bySqlName.set(name, owner);
    }
  }
  return { byName, bySqlName };
}

/** Words that may be tables in SQL text; in other text, a few words that match no table. */
export const tablesInSql = (text) => [
  ...new Set(
    [...text.matchAll(/\b(?:from|join|into|update)\s+(?:only\s+)?"?(\w+)"?/gi)].map(([, name]) => name),
  ),
];
