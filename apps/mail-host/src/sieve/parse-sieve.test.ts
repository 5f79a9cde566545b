import { describe, expect, it } from "vitest";
import { parseSieve, SieveSyntaxError } from "./parse-sieve.ts";

const firstString = (source: string) => {
  const [argument] = parseSieve(source)[0]?.args ?? [];
  return argument?.kind === "string" ? argument.value : undefined;
};

it("reads the largest script at once, whatever it contains", () => {
  const bytes = 262_144;
  for (const part of [
    '"',
    "a ",
    "/*",
    "*/",
    "#",
    "\\",
    "text:\n",
    "[",
    "(",
    'x "a"; ',
    ". ",
    "\n",
    " ",
    "1K",
  ]) {
    try {
      parseSieve(part.repeat(bytes / part.length));
    } catch (error) {
      expect(error, part).toBeInstanceOf(SieveSyntaxError);
    }
  }
});

describe("a script's commands", () => {
  it("are read in nested blocks with their tests, whatever the case of their names", () => {
    const script = `require ["fileinto", "body"];
IF anyof (not Header :Contains ["a", "b"] "x", size :over 1K) { FileInto "A"; if true { stop; } } elsif true { keep; } else { discard; }`;
    const [require, rule, elsif, otherwise] = parseSieve(script);
    expect(require).toMatchObject({ name: "require", line: 1, args: [{ kind: "list", items: [{}, {}] }] });
    expect(rule).toMatchObject({
      name: "if",
      line: 2,
      tests: [
        {
          name: "anyof",
          tests: [
            { name: "not", tests: [{ name: "header", args: [{ kind: "tag", name: "contains" }, {}, {}] }] },
            { name: "size", args: [{}, { kind: "number", value: 1024 }] },
          ],
        },
      ],
      block: [{ name: "fileinto" }, { name: "if", block: [{ name: "stop" }] }],
    });
    expect([elsif?.name, otherwise?.name]).toEqual(["elsif", "else"]);
    expect(script.slice(rule?.start, rule?.end)).toMatch(/^IF .*\}$/s);
    expect(script.slice(rule?.tests[0]?.start, rule?.tests[0]?.end)).toMatch(/^anyof .*1K\)$/);
  });

  it.each([
    ["1", 1],
    ["2k", 2048],
    ["3M", 3 * 1024 ** 2],
    ["1G", 1024 ** 3],
  ])("have numbers with units: %s", (text, value) => {
    expect(parseSieve(`x ${text};`)[0]?.args).toMatchObject([{ kind: "number", value }]);
  });

  it.each([
    ["a quoted string", '"a"', "a"],
    ["escapes", '"\\"\\\\\\a"', '"\\a'],
    ["a line break in quotes", '"a\nb\r\nc"', "a\r\nb\r\nc"],
    ["comment signs in quotes", '"/* # */"', "/* # */"],
    ["multi-line text", "text:\r\na\r\n..b\r\n.c\r\n.\r\n", "a\r\n.b\r\n.c\r\n"],
    ["multi-line text after a comment", "TEXT: # why\n}\n.\n", "}\r\n"],
    ["an empty multi-line text", "text:\n.\n", ""],
    ["a string after comments", '# "x\n/* "y * / **/ "a"', "a"],
    ["a string after a comment that begins with a slash", '/*/ "x" */ "a"', "a"],
    ["a string after a lone carriage return", '\r"a"', "a"],
  ])("have strings: %s", (_, text, value) => {
    expect(firstString(`x ${text};`)).toBe(value);
  });

  it.each([
    ["", 0],
    ["# only a comment", 0],
    ["keep;\r\n\r\nstop;\r\n", 2],
    ["keep;stop;", 2],
  ])("are counted: %j", (script, count) => {
    expect(parseSieve(script)).toHaveLength(count);
  });

  it.each([
    ["a byte order mark", "\u00ef\u00bb\u00bfkeep;", 1],
    ["a NUL", "keep;\nke\0ep;", 2],
    ["a NUL in a comment", "# \0\nkeep;", 1],
    ["a string without an end", 'keep;\nx "a', 2],
    ["a backslash at the end", 'x "a\\', 1],
    ["a carriage return in a string", 'x "a\rb";', 1],
    ["a comment without an end", "keep;\n/* x", 2],
    ["text: without an end", "x text:\na\n", 3],
    ["text: with a carriage return", "x text:\na\rb\n.\n;", 2],
    ["text: with more on its line", 'x text: "a";', 1],
    ["a missing semicolon", "keep;\nstop", 2],
    ["a missing brace", "if true {\nkeep;", 2],
    ["a brace too many", "keep; }", 1],
    ["a list of numbers", "x [1];", 1],
    ["an empty list", "x [];", 1],
    ["a tag without a name", 'x : "a";', 1],
    ["a name that Dovecot would cut", `${"x".repeat(33)};`, 1],
    ["a slash", "x / y;", 1],
    ["blocks that are nested too deeply", `${"if true {".repeat(40)}${"}".repeat(40)}`, 1],
    ["tests that are nested too deeply", `if ${"not ".repeat(100_000)} true {}`, 1],
    ["too many arguments", `x ${'"a" '.repeat(40)};`, 1],
  ])("aren't read with %s", (_, script, line) => {
    const read = () => parseSieve(script);
    expect(read).toThrow(SieveSyntaxError);
    expect(read).toThrow(expect.objectContaining({ line }));
  });
});
