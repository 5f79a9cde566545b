import fs from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";

// Writes the list of request bodies into the README of @zonepost/schema. Run it with `npm run schema:readme`; a check fails
// when the list is out of date.

const packageFolder = path.join(import.meta.dirname, "../../packages/schema");
const readmeFile = path.join(packageFolder, "README.md");
const start = "<!-- request bodies: written by `npm run schema:readme` -->\n";
const end = "\n<!-- end of request bodies -->";
const isRequestBody = (name: string) => /(Input|Patch|Acceptance)$/.test(name);

export async function currentReadme(): Promise<string> {
  const readme = fs.readFileSync(readmeFile, "utf8");
  const [before, after] = [readme.indexOf(start) + start.length, readme.indexOf(end)];
  return `${readme.slice(0, before)}\n${await listRequestBodies()}\n${readme.slice(after)}`;
}

async function listRequestBodies(): Promise<string> {
  const { exports: published } = readManifest("package.json");
  const { exports: sources } = readManifest("src/package.json");
  const lines: string[] = [];
  for (const subpath of Object.keys(published).filter((name) => name !== "." && !name.endsWith(".json"))) {
    const file = path.join(packageFolder, "src", sources[subpath] ?? "");
    const names = Object.keys(await import(pathToFileURL(file).href)).filter(isRequestBody);
    if (names.length > 0) {
      lines.push(
        `- \`@zonepost/schema${subpath.slice(1)}\``,
        ...names.toSorted().map((name) => `  - \`${name}\``),
      );
    }
  }
  return lines.join("\n");
}

function readManifest(name: string): { exports: Record<string, string> } {
  return JSON.parse(fs.readFileSync(path.join(packageFolder, name), "utf8"));
}

if (process.argv[1] === import.meta.filename) {
  fs.writeFileSync(readmeFile, await currentReadme());
}
