import type { PlacedFinding } from "./check-script.ts";
import { describeFinding } from "./findings.ts";
import type { Command, Test } from "./parse-sieve.ts";
import { refusedExtensions } from "./script-rules.ts";

type Edit = { start: number; end: number; text: string };

/**
 * A script in which each refused action is `keep`, and no rule with a refused test applies. A test is never replaced
 * below `not`, and what follows it as `elsif` and `else` doesn't apply either, since that may discard mail.
 */
export function rewriteScript(
  source: string,
  commands: readonly Command[],
  findings: readonly PlacedFinding[],
): string {
  const byNode = new Map<Command | Test, PlacedFinding[]>();
  for (const finding of findings) {
    byNode.set(finding.node, [...(byNode.get(finding.node) ?? []), finding]);
  }
  let text = source;
  for (const { start, end, text: replacement } of editsOf(commands, byNode).reverse()) {
    text = text.slice(0, start) + replacement + text.slice(end);
  }
  return text;
}

type ByNode = ReadonlyMap<Command | Test, PlacedFinding[]>;

/** In the order of the text, without overlaps. */
function editsOf(commands: readonly Command[], byNode: ByNode): Edit[] {
  let isOff = false;
  return commands.flatMap((command) => {
    const findings = byNode.get(command) ?? [];
    const { start, end, name } = command;
    if (name === "require") {
      return findings.length > 0 ? [{ start, end, text: requireWithout(command, findings) }] : [];
    }
    if (findings.length > 0) {
      return [{ start, end, text: `${comment(findings)} keep;` }];
    }
    if (name !== "elsif" && name !== "else") {
      isOff = false;
    }
    const inside = editsOf(command.block ?? [], byNode);
    if (name === "else") {
      return [...(isOff ? [{ start, end: start + name.length, text: "elsif false" }] : []), ...inside];
    }
    const tests = command.tests.map((test) => editsOfTest(test, byNode));
    if (isOff || tests.some((edits) => edits.length > 0)) {
      const isWhole = isOff || tests.some((edits) => edits.includes("whole"));
      isOff = true;
      const [first, last] = [command.tests[0], command.tests.at(-1)];
      if (isWhole && first && last) {
        return [
          { start: first.start, end: last.end, text: `${comment(listFindings(command, byNode))} false` },
          ...inside,
        ];
      }
    }
    return [...tests.flat().filter((edit) => edit !== "whole"), ...inside];
  });
}

/** `anyof` keeps its other tests; any other test with a refused one in it can't be decided as a whole. */
function editsOfTest(test: Test, byNode: ByNode): (Edit | "whole")[] {
  const findings = byNode.get(test) ?? [];
  if (findings.length > 0) {
    return [{ start: test.start, end: test.end, text: `${comment(findings)} false` }];
  }
  const inside = test.tests.flatMap((each) => editsOfTest(each, byNode));
  return inside.length > 0 && test.name !== "anyof" && test.name !== "allof" ? ["whole"] : inside;
}

const listFindings = ({ tests }: { tests: readonly Test[] }, byNode: ByNode): PlacedFinding[] =>
  tests.flatMap((test) => [...(byNode.get(test) ?? []), ...listFindings(test, byNode)]);

function requireWithout({ args }: Command, findings: readonly PlacedFinding[]): string {
  const names = args
    .flatMap((arg) => (arg.kind === "string" ? [arg] : arg.kind === "list" ? arg.items : []))
    .map(({ value }) => value)
    .filter((value) => !refusedExtensions.has(value.toLowerCase()));
  const list = names.map((name) => `"${name.replace(/["\\]/g, "\\$&")}"`).join(", ");
  return `${comment(findings)}${names.length > 0 ? ` require [${list}];` : ""}`;
}

const comment = (findings: readonly PlacedFinding[]): string => {
  const words = findings.map((finding) => describeFinding(finding)).join("; ");
  return words === "" ? "/* off, as the rule before it */" : `/* ${words.replaceAll("*/", "* /")} */`;
};
