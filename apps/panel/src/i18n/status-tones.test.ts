import { globSync, readFileSync } from "node:fs";
import { statusTones } from "@zonepost/schema/status";
import { expect, it } from "vitest";

const source = new URL("..", import.meta.url).pathname;
const files = globSync("{app,features}/**/*.{ts,tsx}", { cwd: source }).filter(
  (file) => !/\.test\.tsx?$/u.test(file),
);
const tone = statusTones.join("|");
/** In an attribute or a field that is called tone, or as the value of a state: `failed: "bad"`. */
const given = new RegExp(
  `\\btone(?:=|: ?)(?:\\{[^}\\n]*)?"(?:${tone})"|\\btone=\\{[^}\\n]*"(?:${tone})"|\\b\\w+: "(?:good|bad|warn)"`,
  "gu",
);

const fromTable = /\w+(?:States|StateTable|Tones|Lights)\[[^\]]*\]/gu;

/** What has other meanings there: the fill of a chart, a light's name, and the color of a line that names a problem. */
const others: Record<string, RegExp> = {
  "features/checkout/basket-items.tsx": /data-tone="(?:bad|warn)"/gu,
  "features/purchase/purchase-summary.tsx": /data-tone="warn"/gu,
  "features/transfers/transfer-lines-form.tsx": /data-tone=\{wouldSucceed \? "good" : "bad"\}/gu,
  "features/mail/dns-records/dns-record.tsx": /const lights = .*/gu,
  "features/mail/messages/message-drawer.tsx": /tone=\{toneOf\(kind\) === "bad" \? "bad" : undefined\}/gu,
  "features/overview/deliveries-card.tsx": /fill: "(?:good|bad)"/gu,
  "features/webhooks/deliveries/health.tsx": /fills = .*/gu,
};

it("finds tones that are given outside of the table of statuses", () => {
  for (const text of ['tone="good"', 'tone={isOn ? "good" : "off"}', '{ tone: "off" }', 'failed: "bad"']) {
    expect(text.match(given), text).not.toBeNull();
  }
  expect(files.length).toBeGreaterThan(200);
});

it("every state has the tone of the table of statuses", () => {
  const found = files.flatMap((file) => {
    const text = readFileSync(`${source}${file}`, "utf8")
      .replaceAll(others[file] ?? /$^/gu, "")
      .replaceAll(fromTable, "");
    return (text.match(given) ?? []).map((match) => `${file}: ${match}`);
  });
  expect(found).toEqual([]);
});
