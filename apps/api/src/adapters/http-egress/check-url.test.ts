import { existsSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { isPrivateAddress } from "./address-ranges.ts";
import { checkUrl } from "./check-url.ts";

const refusedByForm = [
  // Literals, in any notation that the URL parser understands.
  ...["127.0.0.1", "127.1", "127.0.1", "2130706433", "0177.0.0.1", "0x7f000001", "0x7f.1", "017700000001"],
  ...["127。0。0。1", "１２７.0.0.1", "0", "0.0.0.0", "10.0.0.1", "10.1", "172.16.0.1", "172.31.255.255"],
  ...["192.168.0.1", "169.254.169.254", "169.254.170.2", "100.64.0.1", "100.100.100.200", "192.0.0.8"],
  ...["192.0.2.1", "198.51.100.1", "203.0.113.1", "192.88.99.1", "198.18.0.1", "224.0.0.1", "240.0.0.1"],
  ...["255.255.255.255", "168.63.129.16", "[::]", "[::1]", "[::ffff:127.0.0.1]", "[::ffff:7f00:1]"],
  ...[
    "[::ffff:10.0.0.1]",
    "[::ffff:0:7f00:1]",
    "[::127.0.0.1]",
    "[64:ff9b::a9fe:a9fe]",
    "[64:ff9b::10.0.0.1]",
  ],
  ...[
    "[64:ff9b:1::1]",
    "[2002:a9fe:a9fe::1]",
    "[2002:808:808::1]",
    "[2001::1]",
    "[2001:2::1]",
    "[2001:10::1]",
  ],
  ...["[2001:db8::1]", "[3fff::1]", "[100::1]", "[5f00::1]", "[fc00::1]", "[fd00:ec2::254]", "[fe80::1]"],
  ...["[fec0::1]", "[ff02::1]", "[::5efe:7f00:1]", "[2607:f8b0::5efe:7f00:1]", "[2607:f8b0::200:5efe:a00:1]"],
  // Names that are not public.
  ...["localhost", "LOCALHOST", "localhost.", "foo.localhost", "localhost.localdomain", "ⓛⓞⓒⓐⓛⓗⓞⓢⓣ"],
  ...[
    "metadata",
    "postgres:5432",
    "metadata.google.internal",
    "metadata.goog",
    "printer.local",
    "hooks.test",
  ],
  ...[
    "hooks.example",
    "hooks.invalid",
    "router.home.arpa",
    "1.0.0.127.in-addr.arpa",
    "hidden.onion",
    "server.lan",
  ],
  ...["hooks.corp", "hooks.notatld", "com", `${"a".repeat(64)}.com`, "-hooks.example.com", "a..example.com"],
  // Ports of other protocols.
  ...["example.com:22", "example.com:25", "example.com:6379", "example.com:5432", "example.com:0"],
].map((host) => `https://${host}/`);

const refusedAsUrls = [
  "",
  "https://",
  "//example.com/",
  "https:example.com",
  "https:\\\\example.com\\",
  "https://example.com\\@127.0.0.1/",
  "https://exa mple.com/",
  "https://exam\tple.com/",
  "https://example.com/\n",
  "https://example.com:99999/",
  "https://[::1/",
  "https://[fe80::1%25eth0]/",
  "https://1.2.3.4.5/",
  "https://256.256.256.256/",
  "https://127.0.0.09/",
  "https://user:pass@93.184.216.34/",
  "https://user@example.com/",
  "http://example.com/",
  "ws://example.com/",
  "ftp://example.com/",
  "file:///etc/passwd",
  "gopher://127.0.0.1:25/_HELO",
  "unix:/var/run/docker.sock",
  "about:blank",
];

const accepted = [
  ...[
    "example.com",
    "hooks.example.com/zonepost?x=1",
    "EXAMPLE.com/Hook",
    "example.com.",
    "my_hooks.example.com",
  ],
  ...["münchen.de", "例子.中国", "hooks.example.co.uk", "team.github.io", "example.com:8443"],
  ...["1.1.1.1", "8.8.8.8/hook", "93.184.216.34:4443", "172.15.255.255", "172.32.0.1", "100.63.255.255"],
  ...["100.128.0.1", "169.253.255.255", "169.255.0.1", "192.167.255.255", "192.169.0.1", "198.17.255.255"],
  ...["198.20.0.1", "223.255.255.255", "128.0.0.1", "[2606:4700:4700::1111]", "[2001:4860:4860::8888]"],
  ...["[64:ff9b::808:808]", "[2a00:1450:4001:81b::200e]"],
].map((host) => `https://${host}`);

describe("checkUrl", () => {
  it.each(refusedByForm)("rejects %s by its form", (url) => {
    expect(checkUrl(url, false)).toMatchObject({ ok: false });
  });

  it.each(refusedAsUrls)("rejects %j, which is not a plain https URL", (url) => {
    expect(checkUrl(url, false)).toMatchObject({ ok: false });
  });

  it.each([
    ["hooks.example.com", "Enter a full URL that starts with https://."],
    ["foo bar", "Enter a full URL that starts with https://."],
    ["https://", "Enter a full URL that starts with https://."],
    ["https://[::1/", "Enter a full URL that starts with https://."],
    ["https://[::1]:99999/", "Enter a port from 1 to 65535."],
    ["https://exa mple.com/", "Remove spaces, control characters and backslashes."],
    ["https://example.com:99999/", "Enter a port from 1 to 65535."],
    ["https://example.com:80a?in", "Enter a port from 1 to 65535."],
    ["https://example.com:0/", "Enter a port from 1 to 65535."],
    ["https://user@example.com/", "Remove the username and password."],
  ])("names the mistake in %j", (url, message) => {
    expect(checkUrl(url, false)).toEqual({ ok: false, message });
  });

  it.each(accepted)("accepts %s", (url) => {
    expect(checkUrl(url, false)).toEqual({ ok: true });
  });

  it.each([
    "http://127.0.0.1:4001/hook",
    "http://localhost:4001",
    "http://[::1]:4001/",
    "http://receiver:8080/x",
  ])("accepts %s if private networks are allowed", (url) =>
    expect(checkUrl(url, true)).toEqual({ ok: true }),
  );

  it.each([
    "http://user:pass@localhost/",
    "ftp://localhost/",
    "localhost:4001",
    "http://",
    "http://bad host/",
  ])("rejects %j even if private networks are allowed", (url) =>
    expect(checkUrl(url, true)).toMatchObject({ ok: false }),
  );
});

describe("isPrivateAddress", () => {
  it("rejects addresses with a zone, and anything that isn't an address", () => {
    for (const text of ["", "localhost", "1.2.3", "fe80::1%eth0", "2606:4700::1%eth0"]) {
      expect(isPrivateAddress(text)).toBe(true);
    }
  });

  it("treats NAT64 addresses like the IPv4 address they contain", () => {
    expect(isPrivateAddress("64:ff9b::127.0.0.1")).toBe(true);
    expect(isPrivateAddress("64:ff9b::8.8.8.8")).toBe(false);
  });
});

describe("with private networks allowed", () => {
  it("accepts any port on this machine, but no other protocol elsewhere", () => {
    for (const url of [
      "http://127.0.0.1:1/",
      "http://localhost:9/",
      "http://[::1]:25/",
      "http://10.0.0.1:6379/",
    ]) {
      expect(checkUrl(url, true).ok, url).toBe(true);
    }
    expect(checkUrl("https://example.com:25/", true).ok).toBe(false);
    expect(checkUrl("https://8.8.8.8:25/", true).ok).toBe(false);
  });
});

type SharedCase = {
  url: string;
  expect: string;
  why: string;
  fakeDns?: string[];
  fakeDnsSequence?: string[][];
};
const sharedUrl = new URL("../../../../../../shared/data/ssrf/urls.json", import.meta.url);
const present = existsSync(sharedUrl);
const sharedCases: SharedCase[] = present ? JSON.parse(readFileSync(sharedUrl, "utf8")).cases : [];

describe("the shared list of hostile URLs", () => {
  it.skipIf(!present)("gets the listed verdict, over https too", () => {
    expect(sharedCases.length).toBeGreaterThan(50);
    for (const { url, expect: verdict, why } of sharedCases) {
      if (verdict === "block-on-resolve" || verdict === "fail-no-address") {
        continue;
      }
      const overHttps = url.replace(/^http:/, "https:");
      for (const form of [url, overHttps]) {
        expect(checkUrl(form, false).ok, `${form} (${why})`).toBe(verdict === "allow");
      }
    }
  });

  it.skipIf(!present)("only lists names with a forbidden address as resolving to a private one", () => {
    const poisoned = sharedCases.filter(({ expect: verdict }) => verdict === "block-on-resolve");
    expect(poisoned.length).toBeGreaterThan(3);
    for (const { fakeDns, fakeDnsSequence, url } of poisoned) {
      const answers = fakeDns ?? fakeDnsSequence?.at(-1) ?? [];
      expect(answers.some(isPrivateAddress), url).toBe(true);
    }
  });
});
