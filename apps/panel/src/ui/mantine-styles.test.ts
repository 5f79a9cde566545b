import fs from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";

const sources = fileURLToPath(new URL("../", import.meta.url));
const styles = path.join(
  path.dirname(createRequire(import.meta.url).resolve("@mantine/core/styles.css")),
  "styles",
);

it("imports the styles of each used component, in Mantine's order", () => {
  const text = fs.readFileSync(path.join(sources, "ui/mantine-styles.ts"), "utf8");
  const brought = [...text.matchAll(/@mantine\/core\/styles\/([\w-]+)\.layer\.css/g)].map(
    ([, name]) => `${name}.css`,
  );
  const used = new Set(
    fs
      .readdirSync(sources, { recursive: true, encoding: "utf8" })
      .filter((name) => name.endsWith(".tsx"))
      .flatMap((name) => [
        ...fs
          .readFileSync(path.join(sources, name), "utf8")
          .matchAll(/import \{([^}]*)\} from "@mantine\/core"/g),
      ])
      .flatMap(([, names = ""]) => names.split(",").map((each) => `${each.trim()}.css`)),
  );
  const styled = [...used].filter((file) => fs.existsSync(path.join(styles, file)));
  expect(styled.length).toBeGreaterThan(20);
  expect(styled.filter((file) => !brought.includes(file))).toEqual([]);

  const all = fs.readFileSync(path.join(styles, "../styles.css"), "utf8");
  const places = brought.map((file) =>
    all.indexOf(fs.readFileSync(path.join(styles, file), "utf8").trim().slice(0, 200)),
  );
  expect(places).toEqual([...places].sort((one, other) => one - other));
});
