import fs from "node:fs";
import path from "node:path";

/** Which module each table belongs to, by its name in code and by its name in SQL. */
export function readTables(root, { folder }) {
  const byName = new Map();
  const bySqlName = new Map();
  const absolute = path.join(root, folder);
  for (const file of fs.existsSync(absolute) ? fs.readdirSync(absolute) : []) {
    const owner = path.basename(file, ".ts");
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

/** The words that stand for a table in a text of SQL; in any other text, at most some words that name no table. */
export const tablesInSql = (text) => [
  ...new Set(
    [...text.matchAll(/\b(?:from|join|into|update)\s+(?:only\s+)?"?(\w+)"?/gi)].map(([, name]) => name),
  ),
];
