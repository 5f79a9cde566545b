import { expect, it } from "vitest";
import { completeHosts, editableValue, fullName, readOwner, readValue } from "./record-input.ts";

const zone = "example.com";

it.each([
  ["www", "www"],
  ["WWW", "www"],
  [" www ", "www"],
  ["@", "@"],
  ["*.shop", "*.shop"],
  ["www.example.com", "www"],
  ["www.example.com.", "www"],
  ["example.com", "@"],
  ["bücher", "xn--bcher-kva"],
  ["_sip._tcp", "_sip._tcp"],
])("reads the name %j as %j", (typed, name) => {
  expect(readOwner(typed, zone)).toEqual({ ok: true, value: name });
});

it.each(["www.example.net.", "a..b", "two words", "a".repeat(64)])("refuses the name %j", (typed) => {
  expect(readOwner(typed, zone).ok).toBe(false);
});

it("shows the name in full", () => {
  expect([fullName("@", zone), fullName("www", zone)]).toEqual(["example.com", "www.example.com"]);
});

it.each([
  ["MX", "10 mail.example.net", "10 mail.example.net."],
  ["MX", "10 mail.example.net.", "10 mail.example.net."],
  ["MX", "10 mail", "10 mail"],
  ["MX", "0 .", "0 ."],
  ["CNAME", "shop.example.net", "shop.example.net."],
  ["CNAME", "bücher.example.net", "xn--bcher-kva.example.net."],
  ["CNAME", "@", "@"],
  ["NS", "ns1.example.net", "ns1.example.net."],
  ["SRV", "10 5 5060 sip.example.net", "10 5 5060 sip.example.net."],
  ["HTTPS", "1 svc.example.net alpn=h2,h3", "1 svc.example.net. alpn=h2,h3"],
  ["NAPTR", '10 20 "S" "SIP+D2U" "" _sip.example.net', '10 20 "S" "SIP+D2U" "" _sip.example.net.'],
  ["NAPTR", '10 20 "U" "E2U" "!^.*$!sip:a.b@c.d!" .', '10 20 "U" "E2U" "!^.*$!sip:a.b@c.d!" .'],
  ["A", "192.0.2.1", "192.0.2.1"],
  ["TXT", "see example.net", "see example.net"],
])("completes the hosts of the %s record %j", (type, typed, value) => {
  expect(completeHosts(type, typed)).toBe(value);
});

it.each([
  ["MX", "10 mail", "10 mail.example.com."],
  ["TXT", "v=spf1 include:example.net -all", '"v=spf1 include:example.net -all"'],
  ["TXT", "v=DMARC1; p=none", '"v=DMARC1; p=none"'],
  ["TXT", 'say "hi" \\ bye', '"say \\"hi\\" \\\\ bye"'],
  ["TXT", '"one" "two"', '"one" "two"'],
  ["TXT", "x".repeat(300), `"${"x".repeat(255)}" "${"x".repeat(45)}"`],
  ["AAAA", "2001:DB8:0::1", "2001:db8::1"],
])("reads the %s value %j", (type, typed, value) => {
  expect(readValue(type, typed, zone)).toEqual({ ok: true, value });
});

it.each([
  ["A", "192.0.2.256"],
  ["MX", "mail.example.net"],
  ["CAA", "0 issue"],
])("refuses the %s value %j with a message", (type, typed) => {
  expect(readValue(type, typed, zone)).toMatchObject({ ok: false, message: expect.stringMatching(/\.$/) });
});

it.each([
  ['"v=spf1 -all"', "v=spf1 -all"],
  ['"say \\"hi\\""', 'say "hi"'],
  [`"${"x".repeat(255)}" "yz"`, `${"x".repeat(255)}yz`],
  // Typed again without quotation marks, these would become something else.
  ['"one" "two"', '"one" "two"'],
  ['" edge "', '" edge "'],
  ['"caf\\195\\169"', '"caf\\195\\169"'],
  ['""', '""'],
])("shows the text %j to edit as %j, which is read as it was", (value, shown) => {
  expect(editableValue("TXT", value)).toBe(shown);
  expect(readValue("TXT", shown, zone)).toEqual({ ok: true, value });
});
