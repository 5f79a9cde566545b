import { expect, it } from "vitest";
import { checkScript } from "./check-script.ts";
import { parseSieve } from "./parse-sieve.ts";
import { rewriteScript } from "./rewrite-script.ts";

const allowed = {
  mayForward: (address: string) => address === "deputy@own.test",
  isOwn: (address: string) => address === "anna@own.test",
};
const rewrite = (script: string) => {
  const commands = parseSieve(script);
  return rewriteScript(script, commands, checkScript(commands, allowed));
};
/** Without comments and with single spaces. */
const bare = (script: string) =>
  script
    .replace(/\/\*.*?\*\//gs, "")
    .replace(/\s+/g, " ")
    .trim();

it.each([
  ["an action", 'redirect "x@rival.test"; fileinto "A";', 'keep; fileinto "A";'],
  ["an allowed action", 'redirect "deputy@own.test";', 'redirect "deputy@own.test";'],
  [
    "an action in a rule",
    'require ["enotify", "fileinto"]; if true { notify "mailto:a@b.c"; fileinto "A"; }',
    'require ["fileinto"]; if true { keep; fileinto "A"; }',
  ],
  ["the only extension", 'require "reject"; reject "no";', "keep;"],
  ["a reply", 'vacation :from "x@rival.test" text:\nhello */ you\n.\n; stop;', "keep; stop;"],
  ["a test", 'require ["regex"]; if header :regex "a" "b" { discard; } keep;', "if false { discard; } keep;"],
  [
    "one of several tests",
    'if anyof (header :regex "a" "b", true) { fileinto "A"; }',
    'if anyof (false, true) { fileinto "A"; }',
  ],
  [
    "a test below not, which would be true",
    'if not header :regex "a" "b" { discard; }',
    "if false { discard; }",
  ],
  [
    "a test below not in a list",
    'if anyof (true, not anyof (header :regex "a" "b", true)) { discard; }',
    "if false { discard; }",
  ],
  [
    "a test with branches after it, which would take all mail",
    'if header :regex "a" "b" { keep; } elsif true { discard; } else { discard; }',
    "if false { keep; } elsif false { discard; } elsif false { discard; }",
  ],
  [
    "a test after a branch",
    'if true { stop; } elsif header :regex "a" "b" { keep; } else { discard; } if true { stop; }',
    "if true { stop; } elsif false { keep; } elsif false { discard; } if true { stop; }",
  ],
  [
    "an action in a branch after a test",
    'if header :regex "a" "b" { keep; } else { redirect "x@rival.test"; }',
    "if false { keep; } elsif false { keep; }",
  ],
  [
    "an inner rule of its own",
    'if true { if header :regex "a" "b" { discard; } else { discard; } } else { discard; }',
    "if true { if false { discard; } elsif false { discard; } } else { discard; }",
  ],
])("replaces %s", (_, script, expected) => {
  expect(bare(rewrite(script))).toBe(expected);
});

it("leaves nothing that would be refused, and names what was there", () => {
  const script = `require ["fileinto", "enotify", "regex", "vacation"];
# A comment, with an umlaut: \u00c3\u00a4
if header :regex "a" "b" {
  notify "mailto:x@rival.test";
  redirect "x@rival.test";
} else {
  vacation :from "x@rival.test" "*/ discard;";
}
fileinto "A";
`;
  const text = rewrite(script);
  expect(checkScript(parseSieve(text), allowed)).toEqual([]);
  expect(text).toContain("# A comment, with an umlaut: \u00c3\u00a4");
  expect(text).toContain("line 5: redirect to x@rival.test isn't possible");
  expect(text).toMatch(/fileinto "A";\n$/);
});
