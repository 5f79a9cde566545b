// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the placeholders of $GENERATE
import { expect } from "vitest";
import { checkRecordSets, parseZoneFile, printZoneFile } from "../src/index.ts";
import { Random } from "./random.ts";

const origin = "example.com";

const fragments = [
  ...[
    " ",
    "\t",
    "\n",
    "\r\n",
    "\r",
    ";",
    "(",
    ")",
    '"',
    "\\",
    "\\0",
    "\\065",
    "\\256",
    "@",
    ".",
    "*",
    "$",
    "=",
    ",",
    "/",
    "-",
  ],
  ..."ab019",
  ...["\u0000", "\u007f", "é", "\uFEFF", "\uD800", "😀"],
  ...[
    "$TTL 60\n",
    "$ORIGIN a\n",
    "$INCLUDE x\n",
    "$GENERATE 1-3 a$ A 192.0.2.$\n",
    "$GENERATE 0-99999999 ",
    "${0,3,d}",
    "${",
    "1-2/1",
  ],
  ...[
    " IN ",
    " CH ",
    " 60 ",
    " 1h30m ",
    " A 192.0.2.1\n",
    " AAAA ::1\n",
    " TXT ",
    " MX 10 ",
    " SVCB 1 . ",
    " alpn=",
    " TYPE65280 \\# 1 00\n",
    " CAA 0 issue ",
    " LOC 1 N 2 E 3\n",
    " NSEC a. A\n",
    " APL 1:0.0.0.0/0\n",
  ],
  ...[
    " CNAME b\n",
    "\nb CNAME a\n",
    " NS sub\n",
    " DNAME c\n",
    " SOA a b 1 2 3 4 5\n",
    '; c cf_tags=a:"b"\n',
  ],
];

/** Random texts: nothing throws, places are in the text, and what is read can be printed and read again. */
export function fuzz(seed: number, count: number): { inputs: number; records: number } {
  const random = new Random(seed);
  let records = 0;
  for (let inputs = 0; inputs < count; inputs++) {
    const text = random.list(0, 12, () => random.pick(fragments)).join("");
    const zone = parseZoneFile(text, { origin, maxGenerated: 10, defaultTtlSeconds: 60 });
    const lines = text.split("\n").length;
    for (const { line, column } of [...zone.problems, ...zone.warnings, ...zone.recordSets]) {
      if (!(line >= 1 && line <= lines && column >= 1)) {
        expect({ seed, text, line, column }).toBeUndefined();
      }
    }
    records += zone.recordSets.length;
    if (zone.recordSets.length > 0) {
      checkRecordSets(zone.recordSets, origin);
      const again = parseZoneFile(printZoneFile(zone.recordSets, { origin }), { origin });
      if (again.problems.length > 0 || again.recordSets.length !== zone.recordSets.length) {
        expect({ seed, text, again }).toBeUndefined();
      }
    }
  }
  return { inputs: count, records };
}
