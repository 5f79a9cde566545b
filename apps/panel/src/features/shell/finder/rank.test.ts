import { describe, expect, it } from "vitest";
import { type Findable, rank } from "./rank.ts";

const entries: Findable[] = [
  { id: "/domains", label: "Domains", words: "names portfolio" },
  { id: "/settings", label: "Profile", words: "settings account preferences" },
  { id: "/settings/people", label: "People", words: "settings members team users" },
  { id: "/settings/api-keys", label: "API keys", words: "settings tokens" },
  { id: "/settings/api-keys/new", label: "Create an API key", words: "token" },
  { id: "invite", label: "Invite a person", words: "member people" },
  { id: "/domains/open-orchard.org", label: "open-orchard.org" },
  { id: "renew open-orchard.org", label: "Renew open-orchard.org", words: "extend pay" },
  { id: "renew tidecharts.io", label: "Renew tidecharts.io", words: "extend pay" },
  { id: "/domains/baeckerei", label: "bäckerei-lindner.de", words: "xn--bckerei-lindner-0kb.de" },
  { id: "/mail/open-orchard.org", label: "hello@open-orchard.org", words: "Anna Kron" },
];
const found = (query: string, recent: string[] = []) => rank(entries, query, recent).map(({ id }) => id);

describe("rank", () => {
  it.each([
    ["settings", ["/settings", "/settings/people", "/settings/api-keys"]],
    ["people", ["/settings/people", "invite"]],
    ["api key", ["/settings/api-keys", "/settings/api-keys/new"]],
    ["open-orchard.org", ["/domains/open-orchard.org", "renew open-orchard.org", "/mail/open-orchard.org"]],
    ["orchard renew", ["renew open-orchard.org"]],
    ["extend tide", ["renew tidecharts.io"]],
    ["BACKEREI", ["/domains/baeckerei"]],
    ["xn--bck", ["/domains/baeckerei"]],
    ["kron", ["/mail/open-orchard.org"]],
    ["hello@", ["/mail/open-orchard.org"]],
    ["nothing like this", []],
  ])("%s finds %j", (query, ids) => {
    expect(found(query)).toEqual(ids);
  });

  it("puts recent entries first among equals, but not before a better match", () => {
    expect(found("renew", ["renew tidecharts.io"])).toEqual([
      "renew tidecharts.io",
      "renew open-orchard.org",
    ]);
    expect(found("people", ["invite"])).toEqual(["/settings/people", "invite"]);
  });
});
