import fs from "node:fs";
import {
  DEFAULT_THEME,
  defaultCssVariablesResolver,
  defaultVariantColorsResolver,
  mergeMantineTheme,
} from "@mantine/core";
import { describe, expect, it } from "vitest";
import { cssVariables, theme } from "./theme.ts";

// Axe inspects each page in one theme. Both themes consist of a few colors, so their contrast can be computed.

const panel = new URL("..", import.meta.url);
const merged = mergeMantineTheme(DEFAULT_THEME, theme);
const tones = fs.readFileSync(new URL("tones.css", import.meta.url), "utf8");
/** WCAG 2.2, 1.4.3, for text of any size. */
const least = 4.5;

const tonesOf = (selector: string) =>
  Object.fromEntries(
    [...(tones.split(`${selector} {`)[1]?.split("}")[0] ?? "").matchAll(/(--[\w-]+):\s*([^;]+);/g)].map(
      ([, name, value]) => [name, value],
    ),
  );

const texts = [
  "--zp-text",
  "--zp-dimmed",
  "--zp-link",
  "--zp-good",
  "--zp-warn",
  "--zp-bad",
  "--zp-info",
  "--mantine-color-text",
  "--mantine-color-dimmed",
];
const surfaces = [
  "--zp-body",
  "--mantine-color-body",
  "--zp-surface",
  "--zp-surface-quiet",
  "--zp-accent-quiet",
  "--zp-control",
  "--zp-control-hover",
];
const pairs = [
  ...texts.flatMap((text) => surfaces.map((surface) => [text, surface] as const)),
  // Inputs have a surface of their own.
  ...["--zp-placeholder", "--mantine-color-placeholder"].map((text) => [text, "--zp-control"] as const),
  ["--zp-hint-text", "--zp-hint"],
  ["#ffffff", "--zp-accent"],
  ["#ffffff", "--zp-accent-hover"],
] as const;

/** Mantine's buttons with text, in the colors that the panel gives them. */
const variants = [
  ["filled", "accent"],
  ["filled", "red.8"],
  ["default", "accent"],
  ["subtle", "accent"],
] as const;

const luminance = (color: string) => {
  const hex = /^#[0-9a-f]{3}$/i.test(color) ? color.replace(/[0-9a-f]/gi, "$&$&") : color;
  const parts = hex.startsWith("#")
    ? [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16))
    : (hex.match(/\d+/g) ?? []).slice(0, 3).map(Number);
  const [red = 0, green = 0, blue = 0] = parts.map((part) =>
    part / 255 <= 0.04045 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4,
  );
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
};

function contrastOf(one: string, other: string) {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

describe.each(["light", "dark"] as const)("in the %s theme", (scheme) => {
  const resolved = defaultCssVariablesResolver(merged);
  const variables: Record<string, string> = {
    ...resolved.variables,
    ...resolved[scheme],
    ...cssVariables(merged)[scheme],
    ...tonesOf(":root"),
    ...tonesOf(`:root[data-mantine-color-scheme="${scheme}"]`),
  };
  const colorOf = (value: string): string => {
    const name = value.match(/^(?:var\()?(--[\w-]+)\)?$/)?.[1];
    if (name !== undefined) {
      return colorOf(variables[name] ?? `the unknown ${name}`);
    }
    expect(value).toMatch(/^#([0-9a-f]{3}|[0-9a-f]{6})$|^rgba?\(\d+, \d+, \d+(, 1)?\)$/i);
    return value;
  };

  it.each(pairs)("%s is legible on %s", (text, surface) => {
    expect(contrastOf(colorOf(text), colorOf(surface))).toBeGreaterThanOrEqual(least);
  });

  it.each(variants)("a %s button in %s is legible, also under the pointer", (variant, color) => {
    const {
      background,
      hover,
      color: text,
    } = defaultVariantColorsResolver({ theme: merged, variant, color });
    for (const surface of [background, hover]) {
      const behind = surface === "transparent" ? "--zp-surface" : surface;
      expect(contrastOf(colorOf(text), colorOf(behind))).toBeGreaterThanOrEqual(least);
    }
  });
});

describe("the panel's styles", () => {
  const files = fs.globSync("**/*.css", { cwd: panel }).filter((file) => !file.endsWith("tones.css"));
  const declared = files.flatMap((file) =>
    [...fs.readFileSync(new URL(file, panel), "utf8").matchAll(/^\s*color:\s*([^;]+);/gm)].map(
      ([, value = ""]) => ({ file, value }),
    ),
  );
  const known = [
    ...texts,
    "--zp-placeholder",
    "--mantine-color-placeholder",
    "--zp-hint-text",
    // Of an icon within a checked box.
    "--mantine-color-white",
    // Of the links in a chain of trust, which are among those above.
    "--link-color",
  ];

  it("give text no color but those above, and those of print", () => {
    expect(declared.length).toBeGreaterThan(50);
    expect(
      declared.filter(
        ({ value }) =>
          !["inherit", "#ffffff", "#000000"].includes(value) &&
          !(value.match(/--[\w-]+/g) ?? ["none"]).every((name) => known.includes(name)),
      ),
    ).toEqual([]);
  });
});
