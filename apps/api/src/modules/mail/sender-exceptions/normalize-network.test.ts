import { expect, it } from "vitest";
import { normalizeNetwork } from "./normalize-network.ts";

it.each([
  ["203.0.113.7", "203.0.113.7"],
  ["203.0.113.7/32", "203.0.113.7"],
  ["203.0.113.7/24", "203.0.113.0/24"],
  ["40.107.0.0/12", "40.96.0.0/12"],
  ["40.96.0.0/11", undefined],
  ["0.0.0.0/0", undefined],
  ["2001:DB8:0:0::7", "2001:db8::7"],
  ["2001:db8:1::7/48", "2001:db8:1::/48"],
  ["2001:db8::/31", undefined],
  ["::/0", undefined],
  ["::ffff:203.0.113.7", "203.0.113.7"],
  ["::ffff:203.0.113.7/120", "203.0.113.0/24"],
  ["::ffff:0:0/96", undefined],
])("%s is %s", (typed, network) => {
  expect(normalizeNetwork(typed)).toBe(network);
});
