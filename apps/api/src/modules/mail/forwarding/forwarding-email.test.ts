import { languages } from "@zonepost/schema";
import { describe, expect, it } from "vitest";
import {
  forwardingConfirmationEmail,
  forwardingPausedEmail,
  forwardingStoppedEmail,
} from "./forwarding-email.ts";

const url = "https://panel.example/auth/mail-forwarding#token=abc";
const expiresAt = new Date("2026-11-28T23:52:10.000Z");

const emailsWith = (typed: string) => [
  forwardingConfirmationEmail({
    workspaceName: typed,
    domainName: "example.com",
    fromAddresses: ["sales@example.com", "*@example.com"],
    address: "ada@elsewhere.example",
    url,
    expiresAt,
  }),
  forwardingStoppedEmail({ domainName: "example.com", address: "ada@elsewhere.example", url }),
  forwardingPausedEmail({
    domainName: "example.com",
    paused: [{ source: "sales@example.com", target: "shop@example.net" }],
    url,
  }),
];
const visible = (text: string) => text.replaceAll("\u200b", "");

describe("the emails about forwarding", () => {
  it("name the workspace, the addresses and the date in each language, with one link", () => {
    const [confirmation, stopped, paused] = emailsWith("Acme");
    expect(paused?.kind).toBe("forwarding_paused");
    expect(visible(paused?.variants.en.text ?? "")).toContain("\nsales@example.com: shop@example.net\n");
    expect(confirmation?.kind).toBe("forwarding_confirmation");
    expect(visible(confirmation?.variants.en.text ?? "")).toMatch(
      /“Acme”.* example\.com .*\n\nFrom: sales@example\.com, \*@example\.com\nTo: ada@elsewhere\.example\nValid until: 28 November 2026.*\n\nView the request:\nhttps/s,
    );
    expect(visible(confirmation?.variants.de?.text ?? "")).toMatch(
      /„Acme“.*\n\nVon: sales@example\.com, \*@example\.com\nAn: ada@elsewhere\.example\nGültig bis: 28\. November 2026/s,
    );
    expect(stopped?.kind).toBe("forwarding_stopped");
    expect(visible(stopped?.variants.en.subject ?? "")).toBe(
      "ada@elsewhere.example no longer accepts mail from example.com",
    );
    for (const { variants } of emailsWith("Acme")) {
      for (const language of languages) {
        expect(variants[language]?.text.match(/https?:\/\/\S+/g)).toEqual([url]);
      }
    }
  });

  it("keep a workspace's name from becoming markup, a link or a line", () => {
    const [confirmation] = emailsWith('<b>Acme</b>\r\nBcc: x@y.test http://evil.example "');
    for (const language of languages) {
      const { subject = "", text = "", html = "" } = confirmation?.variants[language] ?? {};
      expect(html).not.toContain("<b>");
      expect(text).not.toMatch(/^Bcc:/m);
      expect(subject + text.replaceAll(url, "") + html.replaceAll(url, "")).not.toMatch(/evil\.example/);
    }
  });

  it("list five addresses at most", () => {
    const { variants } = forwardingConfirmationEmail({
      workspaceName: "Acme",
      domainName: "example.com",
      fromAddresses: Array.from({ length: 20 }, (_, index) => `box-${index}@example.com`),
      address: "ada@elsewhere.example",
      url,
      expiresAt,
    });
    expect(visible(variants.en.text)).toContain("box-4@example.com, …");
    expect(variants.en.text).not.toContain("box-5@");
  });
});
