// biome-ignore-all lint/suspicious/noTemplateCurlyInString: Sieve has the same notation
import { describe, expect, it } from "vitest";
import { checkScript, includedScripts, redirectTargets } from "./check-script.ts";
import { describeFinding } from "./findings.ts";
import { parseSieve } from "./parse-sieve.ts";

const confirmed = new Set(["deputy@own.test", "friend@external.example", "x@xn--bcher-kva.example"]);
const own = new Set(["anna@own.test", "info@own.test"]);
const findings = (script: string) =>
  checkScript(parseSieve(Buffer.from(script).toString("latin1")), {
    mayForward: (address) => confirmed.has(address),
    isOwn: (address) => own.has(address),
  }).map(({ line, code, detail }) => `${line} ${code}${detail && ` ${detail}`}`);

describe("a script is accepted", () => {
  it.each([
    ["without any rule", ""],
    [
      "that files",
      'require ["fileinto", "mailbox"]; if header :contains "subject" "x" { fileinto :create "A"; }',
    ],
    [
      "with the names of refused actions in strings and comments",
      '# redirect "a@b.c";\n/* notify; */ keep; if header "reject" "redirect" {}',
    ],
    [
      "that redirects to confirmed addresses",
      'redirect "deputy@own.test"; require "copy"; redirect :copy "Friend@External.Example";',
    ],
    ["that redirects to an address in its own script's letters", 'redirect "x@bücher.example";'],
    [
      "with a confirmed address in a multi-line comment's neighborhood",
      'REDIRECT /* to */ "deputy@own.test";',
    ],
    [
      "that replies without an address",
      'require "vacation"; vacation :days 3 :subject "Away" "I am away, ${name}";',
    ],
    ["that replies from its own address", 'vacation :from "anna@own.test" "x";'],
    ["that replies from its own address, with a name", 'vacation :from "Anna B. <Info@own.test>" "x";'],
    [
      "that replies from its own address, with a quoted name",
      'vacation :from "\\"B., Anna\\" <anna@own.test>" "x";',
    ],
    ["that names its own addresses", 'vacation :addresses ["anna@own.test", "INFO@OWN.TEST"] "x";'],
    [
      "that replies with HTML",
      "vacation :mime text:\nContent-Type: text/html;\n charset=utf-8\n\n<b>From: x</b> ${name}\n.\n;",
    ],
    ["that includes another script of the mailbox", 'include :personal :once "other"; include "more";'],
    ["that asks for an extension", 'if ihave "regex" { stop; }'],
  ])("%s", (_, script) => {
    expect(findings(script)).toEqual([]);
  });
});

describe("a script is refused, with the line", () => {
  it.each([
    [
      "enotify",
      'require ["fileinto",\n"ENotify"];\nnotify "mailto:a@b.example";',
      ["2 extension ENotify", "3 action notify"],
    ],
    [
      "reject",
      'require "reject";\nif true { if true { reject text:\nno\n.\n; } }',
      ["1 extension reject", "2 action reject"],
    ],
    ["ereject", 'require "ereject"; EReject "no";', ["1 extension ereject", "1 action ereject"]],
    [
      "regex in a test",
      'require "regex";\nif not anyof (true, header\n:Regex "a" "b") {}',
      ["1 extension regex", "3 test :regex"],
    ],
    ["regex in a variable", 'set :quoteregex "a" "b";', ["1 action set :quoteregex"]],
    [
      "a refused action behind a test for it",
      'if ihave "enotify" { notify "mailto:x@y.example"; }',
      ["1 action notify"],
    ],
    ["methods of notify", 'if valid_notify_method "x" {}', ["1 test valid_notify_method"]],
    [
      "programs",
      'pipe "x"; filter "x"; execute "x";',
      ["1 action pipe", "1 action filter", "1 action execute"],
    ],
    ["headers", 'addheader "a" "b"; deleteheader "a";', ["1 action addheader", "1 action deleteheader"]],
    [
      "redirect to others",
      'keep;\nredirect :copy "boss@rival.test";',
      ["2 redirect_not_allowed boss@rival.test"],
    ],
    [
      "redirect in a loop over parts",
      'foreverypart { redirect "a@b.example"; }',
      ["1 redirect_not_allowed a@b.example"],
    ],
    [
      "redirect in each branch",
      'if true { redirect "a@b.example"; } elsif true { redirect "c@b.example"; } else { redirect "d@b.example"; }',
      [
        "1 redirect_not_allowed a@b.example",
        "1 redirect_not_allowed c@b.example",
        "1 redirect_not_allowed d@b.example",
      ],
    ],
    [
      "redirect to a subaddress of a confirmed address",
      'redirect "friend+x@external.example";',
      ["1 redirect_not_allowed friend+x@external.example"],
    ],
    ["redirect with a variable", 'redirect "${x}";', ["1 redirect_not_plain"]],
    ["redirect with a variable in the address", 'redirect "${x}deputy@own.test";', ["1 redirect_not_plain"]],
    [
      "redirect with encoded characters",
      'redirect "${hex:64}eputy@own.test"; redirect "${unicode:64}eputy@own.test";',
      ["1 redirect_not_plain", "1 redirect_not_plain"],
    ],
    ["redirect with a multi-line address", "redirect text:\ndeputy@own.test\n.\n;", ["1 redirect_not_plain"]],
    ["redirect with two lines", 'redirect "deputy@own.test\r\nother@rival.test";', ["1 redirect_not_plain"]],
    ["redirect with a list", 'redirect ["deputy@own.test"];', ["1 redirect_not_plain"]],
    [
      "redirect with two addresses",
      'redirect "deputy@own.test" "x@rival.test"; redirect "deputy@own.test, x@rival.test";',
      ["1 redirect_not_plain", "1 redirect_not_plain"],
    ],
    ["redirect with a name", 'redirect "Deputy <deputy@own.test>";', ["1 redirect_not_plain"]],
    ["redirect with a quoted address", 'redirect "\\"deputy\\"@own.test";', ["1 redirect_not_plain"]],
    ["redirect with a comment", 'redirect "deputy@own.test(x)";', ["1 redirect_not_plain"]],
    ["redirect with an address literal", 'redirect "deputy@[127.0.0.1]";', ["1 redirect_not_plain"]],
    ["redirect to a host", 'redirect "@relay.example:deputy@own.test";', ["1 redirect_not_plain"]],
    [
      "redirect without an address",
      'redirect; redirect 1; redirect ""; redirect :copy;',
      ["1 redirect_not_plain", "1 redirect_not_plain", "1 redirect_not_plain", "1 redirect_not_plain"],
    ],
    ["redirect to a list", 'redirect :list "tag:x";', ["1 action redirect :list"]],
    ["redirect with encoded letters of a domain", 'redirect "deputy@own%2etest";', ["1 redirect_not_plain"]],
    [
      "vacation from others",
      'vacation :days 1\n:from "CEO <ceo@rival.test>" "x";',
      ["2 vacation_not_own ceo@rival.test"],
    ],
    [
      "vacation from two",
      'vacation :from "anna@own.test, ceo@rival.test" "x";',
      ["1 vacation_not_plain :from"],
    ],
    [
      "vacation from another with a name that is an address",
      'vacation :from "ceo@rival.test <anna@own.test>" "x";',
      ["1 vacation_not_plain :from"],
    ],
    [
      "vacation from a quoted name that is an address",
      'vacation :from "\\"ceo@rival.test\\" <anna@own.test>" "x";',
      ["1 vacation_not_plain :from"],
    ],
    ["vacation from a group", 'vacation :from "a:anna@own.test;" "x";', ["1 vacation_not_plain :from"]],
    [
      "vacation from a variable",
      'vacation :from "${x}" "x"; vacation :from "${hex:61}nna@own.test" "x"; vacation :from "${x} <anna@own.test>" "x";',
      ["1 vacation_not_plain :from", "1 vacation_not_plain :from", "1 vacation_not_plain :from"],
    ],
    [
      "vacation from more than a line",
      'vacation :from text:\nAnna <anna@own.test>\nBcc: x@rival.test\n.\n "x";',
      ["1 vacation_not_plain :from"],
    ],
    ["vacation from a list", 'vacation :from ["anna@own.test"] "x";', ["1 vacation_not_plain :from"]],
    [
      "vacation for others' addresses",
      'vacation :addresses ["anna@own.test",\n"ceo@rival.test", "${x}"] "x"; vacation :addresses "b@own.test" "x";',
      [
        "2 vacation_not_own ceo@rival.test",
        "2 vacation_not_plain :addresses",
        "2 vacation_not_own b@own.test",
      ],
    ],
    [
      "vacation with its own headers",
      "vacation :mime text:\nContent-Type: text/html\nFrom: ceo@rival.test\n\nPay\n.\n;",
      ["1 vacation_header From"],
    ],
    [
      "vacation with headers in quotes",
      'vacation :mime "Bcc: a@b.example\r\n\r\nx";',
      ["1 vacation_header Bcc"],
    ],
    [
      "vacation with headers before its tag",
      'vacation "From: a@b.example" :mime;',
      ["1 vacation_header From"],
    ],
    [
      "vacation with a variable in its headers",
      'vacation :mime "Content-Type: ${x}\r\n\r\nx";',
      ["1 vacation_header variables"],
    ],
    [
      "vacation with encoded headers",
      'vacation :mime "${hex:46}rom: a@b.example\r\n\r\n";',
      ["1 vacation_header variables"],
    ],
    [
      "scripts of the server",
      'include :global "x"; include "${x}";',
      ["1 include_not_personal", "1 include_not_personal"],
    ],
  ])("%s", (_, script, expected) => {
    expect(findings(script)).toEqual(expected);
  });
});

it("checks the longest address in no time", () => {
  for (const part of [" ", "<", '"', "@", "a", "a@", ","]) {
    const text = JSON.stringify(part.repeat(200_000));
    expect(findings(`redirect ${text}; vacation :from ${text} :addresses ${text} "x";`)).not.toEqual([]);
  }
});

it("lists what the database is asked about, and the scripts that are included, also in blocks", () => {
  const commands = parseSieve(
    'redirect "A@B.example"; if true { redirect "c@d.example"; include "x"; redirect "${x}"; } include :optional "y";',
  );
  expect(redirectTargets(commands)).toEqual(["a@b.example", "c@d.example"]);
  expect(includedScripts(commands)).toEqual(["x", "y"]);
});

it("names the line, the reason and what a person can do", () => {
  expect(describeFinding({ line: 3, code: "redirect_not_allowed", detail: "a@b.example" })).toBe(
    "line 3: redirect to a@b.example isn't possible: only addresses of your own workspace, and those that confirmed the forwarding, can receive it",
  );
});
