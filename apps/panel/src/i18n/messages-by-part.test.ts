import fs from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { type MessagesPart, messagesByPart, type Namespace } from "./messages-by-part.ts";

const sources = fileURLToPath(new URL("../", import.meta.url));
const routeFiles = ["page.tsx", "loading.tsx", "layout.tsx", "not-found.tsx", "error.tsx"];

function fileOf(importer: string, specifier: string): string | undefined {
  const file = specifier.startsWith("@/")
    ? path.join(sources, specifier.slice(2))
    : specifier.startsWith(".")
      ? path.resolve(path.dirname(importer), specifier)
      : undefined;
  return file && /\.tsx?$/.test(file) && fs.existsSync(file) ? file : undefined;
}

const readFiles = new Map<string, { namespaces: string[]; imported: string[] }>();

/** What a file itself translates and imports. Many pages have the same files. */
function readFile(file: string) {
  const known = readFiles.get(file);
  if (known) {
    return known;
  }
  const text = fs.readFileSync(file, "utf8");
  const namespaces = [...text.matchAll(/(?:useTranslations\(|confirmation\(\s*)"(\w+)"/g)].map(
    ([, namespace]) => namespace ?? "",
  );
  const imported = [
    ...text.matchAll(/(?:import|export)\s+(type\s)?[^;"]*?from\s+"([^"]+)"|import\("([^"]+)"\)/g),
  ].flatMap(([, isType, from, later]) => (isType ? [] : (fileOf(file, from ?? later ?? "") ?? [])));
  readFiles.set(file, { namespaces, imported });
  return { namespaces, imported };
}

/** The namespaces that a file and its imports, static or dynamic, translate in the browser. */
function usedNamespaces(entry: string): Set<string> {
  const seen = new Set([entry]);
  for (const file of seen) {
    for (const imported of readFile(file).imported) {
      seen.add(imported);
    }
  }
  return new Set([...seen].flatMap((file) => readFile(file).namespaces));
}

function routeFilesIn(folder: string): string[] {
  return routeFiles.map((name) => path.join(folder, name)).filter((file) => fs.existsSync(file));
}

/** The folders from the app's root down to the page. */
function foldersOf(page: string): string[] {
  const app = path.join(sources, "app");
  const parts = path.relative(app, path.dirname(page)).split(path.sep).filter(Boolean);
  return [app, ...parts.map((_, index) => path.join(app, ...parts.slice(0, index + 1)))];
}

function partsOf(page: string): MessagesPart[] {
  return foldersOf(page).flatMap((folder) => {
    const layout = path.join(folder, "layout.tsx");
    const text = fs.existsSync(layout) ? fs.readFileSync(layout, "utf8") : "";
    return [
      ...text.matchAll(/(?:<PageMessages of=|<Panel words=|messagesLayout\(|foundLayout\()"(\w+)"/g),
    ].map(([, part]) => part as MessagesPart);
  });
}

const pages = fs
  .readdirSync(path.join(sources, "app"), { recursive: true, encoding: "utf8" })
  .filter((name) => path.basename(name) === "page.tsx")
  .map((name) => path.join(sources, "app", name));

it("sends each page the messages that its components use", () => {
  expect(pages.length).toBeGreaterThan(30);
  const missing = pages.flatMap((page) => {
    const sent = new Set<string>(
      partsOf(page).flatMap((place): readonly Namespace[] => messagesByPart[place]),
    );
    const expectedParts = foldersOf(page)
      .flatMap((folder) => routeFilesIn(folder))
      .filter((file) => path.basename(file) !== "page.tsx" || file === page)
      .flatMap((file) => [...usedNamespaces(file)]);
    return [...new Set(expectedParts)]
      .filter((namespace) => !sent.has(namespace))
      .map((namespace) => `${path.relative(sources, page)}: ${namespace}`);
  });
  expect(missing).toEqual([]);
});

it("sends no unused messages", () => {
  const expectedParts = new Map<MessagesPart, Set<string>>();
  for (const page of pages) {
    const files = foldersOf(page).flatMap(routeFilesIn);
    for (const place of partsOf(page)) {
      const known = expectedParts.get(place) ?? new Set<string>();
      expectedParts.set(place, known);
      for (const file of files) {
        for (const namespace of usedNamespaces(file)) {
          known.add(namespace);
        }
      }
    }
  }
  const idle = (Object.entries(messagesByPart) as [MessagesPart, readonly Namespace[]][]).flatMap(
    ([place, namespaces]) =>
      namespaces
        .filter((namespace) => !expectedParts.get(place)?.has(namespace))
        .map((namespace) => `${place}: ${namespace}`),
  );
  expect(idle).toEqual([]);
});
