import { describe, expect, it } from "vitest";
import { judgeDelegation, type ServerAnswers } from "./delegation-preflight-policy.ts";

const insecure = { outcome: "insecure", before: "insecure", warnings: [] } as const;
const serves = (nameserver: string, mailHosts: string[] = []): ServerAnswers => ({ nameserver, mailHosts });
const isAway = (nameserver: string, away: ServerAnswers["away"] = "refused"): ServerAnswers => ({
  nameserver,
  away,
});
const current = [serves("old1"), serves("old2")];
const notAnswering = "nameserver_not_answering";

type Case = [string, ServerAnswers[], ServerAnswers[], string, string[], string[]];

describe("new nameservers", () => {
  it.each<Case>([
    ["that serve the domain", current, [serves("new1"), serves("new2")], "works", [], []],
    [
      "that all refuse it",
      current,
      [isAway("new1"), isAway("new2", "timeout")],
      "breaks",
      ["would_not_resolve"],
      [notAnswering, notAnswering],
    ],
    [
      "that are silent, like the current ones",
      [isAway("old")],
      [isAway("new")],
      "unknown",
      [],
      [notAnswering],
    ],
    ["of which one refuses it", current, [serves("new1"), isAway("new2")], "unknown", [], [notAnswering]],
    ["that could not be asked", current, [isAway("new1", "busy")], "unknown", [], [notAnswering]],
    ["that are none", current, [], "breaks", ["would_not_resolve"], []],
    [
      "of which one has no MX record",
      [serves("old", ["mx.example.net"])],
      [serves("new1", ["mx.example.net"]), serves("new2")],
      "breaks",
      ["mail_would_break"],
      [],
    ],
    [
      "with other mail servers",
      [serves("old", ["mx.example.net"])],
      [serves("new", ["mx.example.org"])],
      "works",
      [],
      ["mail_hosts_change"],
    ],
    ["with mail where there was none", current, [serves("new", ["mx.example.org"])], "works", [], []],
  ])("%s", (_, before, after, outcome, problems, warnings) => {
    const verdict = judgeDelegation({ domainName: "example.com", before, after, dnssec: insecure });
    expect(verdict.outcome).toBe(outcome);
    expect(verdict.problems.map(({ code }) => code)).toEqual(problems);
    expect(verdict.warnings.map(({ code }) => code)).toEqual(warnings);
  });

  const broken = [{ code: "dnssec_would_break", message: "new1 serves the zone without keys." }];
  it.each([
    ["break a chain of trust that validates", "validates", "breaks", broken, []],
    ["break one that can't be checked now", "unknown", "breaks", broken, []],
    ["don't break one that is broken already", "breaks", "works", [], broken],
  ] as const)("%s", (_, before, outcome, problems, warnings) => {
    const dnssec = { outcome: "breaks", before, warnings: broken } as const;
    const after = [serves("new1")];
    const verdict = judgeDelegation({ domainName: "example.com", before: current, after, dnssec });
    expect(verdict).toEqual({ outcome, problems, warnings });
  });
});
