import { describe, expect, it } from "vitest";
import { networkOf, type SignInLimitOptions, SignInLimits } from "./sign-in-limits.ts";

const options: SignInLimitOptions = {
  windowMs: 1_000,
  passwordsPerAccount: 3,
  accountsPerNetwork: 4,
  maxEntries: 20,
};

/** `account address password`, `+` for a right password, and `@ms` for the time from then on. */
function limitsAfter(story: string, used = options) {
  const limits = new SignInLimits(used);
  let nowMs = 0;
  for (const step of story.split(",").map((each) => each.trim())) {
    const [account = "", address = "", password = ""] = step.split(" ");
    if (step.startsWith("@")) {
      nowMs = Number(step.slice(1));
    } else if (password === "+") {
      limits.succeeded({ account, address });
    } else if (step !== "" && limits.mayTry({ account, address }, nowMs)) {
      limits.failed({ account, address, passwordHash: password }, nowMs);
    }
  }
  return (account: string, address: string) => limits.mayTry({ account, address }, nowMs);
}

const repeated = (count: number, step: (at: number) => string) =>
  Array.from({ length: count }, (_, at) => step(at)).join(",");

describe("a sign-in", () => {
  it.each<[what: string, story: string, account: string, address: string, may: boolean]>([
    ["of a newcomer", "", "a", "192.0.2.1", true],
    ["with an old password, over and over", repeated(500, () => "a 192.0.2.1 old"), "a", "192.0.2.1", true],
    ["of a colleague of that device", repeated(500, () => "a 192.0.2.1 old"), "b", "192.0.2.1", true],
    ["after too many guesses", "a 192.0.2.1 1, a 192.0.2.1 2, a 192.0.2.1 3", "a", "192.0.2.1", false],
    [
      "of the owner, elsewhere, meanwhile",
      "a 192.0.2.1 1, a 192.0.2.1 2, a 192.0.2.1 3",
      "a",
      "192.0.2.2",
      true,
    ],
    [
      "of a colleague there, meanwhile",
      "a 192.0.2.1 1, a 192.0.2.1 2, a 192.0.2.1 3",
      "b",
      "192.0.2.1",
      true,
    ],
    ["after the window", "a 192.0.2.1 1, a 192.0.2.1 2, a 192.0.2.1 3, @1000", "a", "192.0.2.1", true],
    ["within the window", "a 192.0.2.1 1, a 192.0.2.1 2, a 192.0.2.1 3, @999", "a", "192.0.2.1", false],
    [
      "after a right password among guesses",
      "a 192.0.2.1 1, a 192.0.2.1 2, a 192.0.2.1 +, a 192.0.2.1 3",
      "a",
      "192.0.2.1",
      true,
    ],
    ["after guesses at many accounts", repeated(4, (at) => `a${at} 192.0.2.1 1`), "b", "192.0.2.1", false],
    [
      "of an account that signed in there before",
      `b 192.0.2.1 +, ${repeated(4, (at) => `a${at} 192.0.2.1 1`)}`,
      "b",
      "192.0.2.1",
      true,
    ],
    [
      "from elsewhere, after guesses at many accounts",
      repeated(4, (at) => `a${at} 192.0.2.1 1`),
      "b",
      "192.0.2.2",
      true,
    ],
    [
      "of an office whose passwords all changed",
      `${repeated(9, (at) => `a${at} 192.0.2.1 +`)},${repeated(9, (at) => `a${at} 192.0.2.1 old`)}`,
      "new",
      "192.0.2.1",
      true,
    ],
    [
      "after guesses from one network of IPv6",
      repeated(3, (at) => `a 2001:db8::${at} ${at}`),
      "a",
      "2001:db8:0:0:ffff::1",
      false,
    ],
    [
      "from the next network of IPv6",
      repeated(3, (at) => `a 2001:db8::${at} ${at}`),
      "a",
      "2001:db8:0:1::1",
      true,
    ],
  ])("%s", (_what, story, account, address, may) => {
    expect(limitsAfter(story)(account, address)).toBe(may);
  });

  it("is limited by what is remembered: strangers displace only strangers", () => {
    const story = `known 192.0.2.1 +,${repeated(50, (at) => `a${at} 198.51.100.${at} 1`)},${repeated(4, (at) => `a${at} 192.0.2.1 1`)}`;
    expect(limitsAfter(story)("known", "192.0.2.1")).toBe(true);
    expect(limitsAfter(story)("stranger", "192.0.2.1")).toBe(false);
  });
});

it.each([
  ["192.0.2.1", "192.0.2.1"],
  ["::ffff:192.0.2.1", "192.0.2.1"],
  ["2001:DB8::1", "2001:db8:0:0::/64"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
  ["::1", "0:0:0:0::/64"],
  ["fe80::1%eth0", "fe80:0:0:0::/64"],
  ["", ""],
])("the network of %s is %s", (address, network) => {
  expect(networkOf(address)).toBe(network);
});
