import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";

export type Unit = { name: string; values: Map<string, string[]> };

function readUnit(folder: string, name: string): Unit {
  const values = new Map<string, string[]>();
  for (const line of readFileSync(path.join(folder, name), "utf8").split("\n")) {
    const [, key, value] = /^(\w+)=(.*)$/.exec(line) ?? [];
    if (key !== undefined && value !== undefined) {
      values.set(key, [...(values.get(key) ?? []), value]);
    }
  }
  return { name, values };
}

export const wordsOf = (unit: Unit, key: string): string[] =>
  (unit.values.get(key) ?? []).flatMap((value) => value.split(/\s+/).filter(Boolean));

/** The services of a folder, each behind those that it names in `After=`. */
export function readServices(folder: string): Unit[] {
  const units = readdirSync(folder)
    .filter((name) => name.endsWith(".service"))
    .map((name) => readUnit(folder, name));
  const ordered: Unit[] = [];
  const visit = (unit: Unit) => {
    if (!ordered.includes(unit)) {
      for (const name of wordsOf(unit, "After")) {
        const earlier = units.find((each) => each.name === name);
        if (earlier) {
          visit(earlier);
        }
      }
      ordered.push(unit);
    }
  };
  units.forEach(visit);
  return ordered;
}

/** systemd.service(5), "Command lines": quotes, backslashes, `%%` and `$$`. */
export const parseCommand = (line: string): string[] =>
  [...line.matchAll(/"((?:[^"\\]|\\.)*)"|(\S+)/g)].map(([, quoted, plain]) =>
    (quoted?.replace(/\\(.)/g, "$1") ?? plain ?? "").replaceAll("%%", "%").replaceAll("$$", "$"),
  );

/** systemd.exec(5), `EnvironmentFile=`, in the form that `mail:config` writes. */
export function readEnvironment(unit: Unit): Record<string, string> {
  const files = unit.values.get("EnvironmentFile") ?? [];
  const lines = files.flatMap((file) => readFileSync(file, "utf8").split("\n"));
  return Object.fromEntries(
    lines.flatMap((line) => {
      const [, name, value] = /^(\w+)="(.*)"$/.exec(line) ?? [];
      return name === undefined || value === undefined ? [] : [[name, value.replace(/\\(.)/g, "$1")]];
    }),
  );
}
