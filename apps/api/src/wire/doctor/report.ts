import type { CheckResult, CheckState } from "./finding.ts";

type Report = {
  ok: boolean;
  checks: { id: string; state: CheckState; message: string; fix: string | null }[];
};

/** What `--json` prints. */
export const reportOf = (results: readonly CheckResult[]): Report => ({
  ok: results.every(({ state }) => state !== "failed"),
  checks: results.map(({ id, state, message, fix }) => ({ id, state, message, fix })),
});

const signs = { ok: "✓", warning: "!", failed: "✗", skipped: "–" };
const colors = { ok: 32, warning: 33, failed: 31, skipped: 90 };

/** For people: the checks by group, each that isn't ok with what to do, and a count. */
export function textOf(results: readonly CheckResult[], { isTerminal }: { isTerminal: boolean }): string {
  const paint = (text: string, color: number) => (isTerminal ? `\u001b[${color}m${text}\u001b[0m` : text);
  const idWidth = Math.max(...results.map(({ id }) => id.length));
  const lineOf = ({ id, state, message, fix }: CheckResult) => {
    const sign = isTerminal ? paint(signs[state], colors[state]) : state.padEnd(7);
    const indent = " ".repeat((isTerminal ? 1 : 7) + idWidth + 4);
    return `  ${sign} ${id.padEnd(idWidth)} ${message}${fix === null ? "" : `\n${indent}${paint(fix, 90)}`}`;
  };
  const sections = [...Map.groupBy(results, ({ group }) => group)].map(
    ([group, own]) => `${paint(group, 1)}\n${own.map(lineOf).join("\n")}`,
  );
  const count = (wanted: CheckState) => results.filter(({ state }) => state === wanted).length;
  const counts = (["ok", "warning", "failed", "skipped"] as const).map(
    (state) => `${count(state)} ${state === "warning" && count(state) !== 1 ? "warnings" : state}`,
  );
  return [...sections, counts.join(", ")].join("\n\n");
}
