import { languages, workspaceRoles } from "@zonepost/schema";
import { describe, expect, it } from "vitest";
import { apiKeyCreatedEmail } from "../api-keys/api-key-created-email.ts";
import {
  emailChangedEmail,
  emailChangeEmail,
  emailChangeRequestedEmail,
} from "../email-change/email-change-email.ts";
import {
  accountDeletedEmail,
  deletionPostponedEmail,
  deletionRequestedEmail,
  deletionUndoneEmail,
  erasedEmail,
} from "../erasure/erasure-email.ts";
import { invitationEmail } from "../invitations/invitation-email.ts";
import { ownershipTransferredEmail, removedFromWorkspaceEmail } from "../members/membership-email.ts";
import { operatorChangedEmail } from "../operators/operator-email.ts";
import { passwordChangedEmail, passwordResetEmail } from "../passwords/password-email.ts";
import { restoredEmail } from "../restored/restored-email.ts";
import { secondFactorChangedEmail, secondFactorLockedEmail } from "../second-factor/second-factor-email.ts";
import { magicLinkEmail } from "../sign-in/magic-link-email.ts";
import { type Change, changeEmail, changeKinds } from "./changes/change-email.ts";
import { composeEmail, typedText } from "./email-text.ts";

const url = "https://panel.example/a?token=abc&next=%2Fdomains";
const at = new Date("2026-11-21T23:52:10.000Z");
const ipAddress = "192.0.2.7";

/** Every mail of this module, with user-provided values set to `typed`. */
function everyEmail(typed: string) {
  const change = { newEmail: typed, at, ipAddress };
  const actor = { kind: "user" as const, id: null, name: typed };
  const told: Change = {
    target: typed,
    detail: typed,
    actor,
    ipAddress,
    userAgent: typed,
    occurredAt: at,
  };
  return [
    magicLinkEmail({ url, code: "049203" }),
    ...workspaceRoles.map((role) =>
      invitationEmail({ workspaceName: typed, inviterName: typed, role, url, expiresAt: at }),
    ),
    invitationEmail({ workspaceName: typed, inviterName: null, role: "owner", url, expiresAt: at }),
    passwordResetEmail({ url }),
    passwordChangedEmail({ at, ipAddress, userAgent: typed, resetUrl: url }),
    passwordChangedEmail({ at, ipAddress: null, userAgent: null, resetUrl: url }),
    emailChangeEmail({ url, newEmail: typed }),
    emailChangedEmail(change),
    emailChangeRequestedEmail(change),
    ...(["enabled", "disabled", "backup_codes_renewed", "backup_code_used"] as const).map((each) =>
      secondFactorChangedEmail({ change: each, at, ipAddress, securityUrl: url, backupCodesLeft: 7 }),
    ),
    secondFactorLockedEmail({ at, ipAddress, userAgent: typed, lockedMinutes: 15, resetUrl: url }),
    apiKeyCreatedEmail({ keyName: typed, workspaceName: typed, createdBy: typed, at, keysUrl: url }),
    ownershipTransferredEmail({ workspaceName: typed, from: typed, to: typed, at }),
    removedFromWorkspaceEmail({ workspaceName: typed }),
    ...changeKinds.flatMap((kind) => [changeEmail(kind, [told]), changeEmail(kind, [told, told])]),
    restoredEmail({
      workspace: {
        id: "",
        name: typed,
        members: [{ email: typed, role: "owner" }],
        keys: [{ name: typed, start: "zp_4fK2" }],
      },
      mailboxes: [typed],
      restoredTo: at.toISOString(),
      reviewUrl: url,
    }),
    deletionRequestedEmail({ deletesAt: at, at, ipAddress, userAgent: typed, profileUrl: url }),
    deletionUndoneEmail({ at, ipAddress, userAgent: typed }),
    deletionPostponedEmail({ workspaceNames: [typed, typed], deletesAt: at, profileUrl: url }),
    deletionPostponedEmail({ workspaceNames: [], deletesAt: at, profileUrl: url }),
    accountDeletedEmail({ at }),
    ...(["person", "workspace"] as const).map((subject) => erasedEmail({ subject, id: "usr_01k", at })),
    ...(["granted", "revoked"] as const).map((change) => operatorChangedEmail({ change, email: typed, at })),
  ];
}
const everyContent = (typed: string) =>
  everyEmail(typed).flatMap(({ kind, variants }) =>
    languages.map((language) => ({ kind, language, ...variants[language] })),
  );
const withoutLink = [
  "email_changed",
  "email_change_requested",
  "operator_changed",
  "ownership_transferred",
  "removed_from_workspace",
  "security_change",
  "account_deleted",
  "account_deletion_undone",
  "erased",
];

const seen = (html: string) =>
  html
    .replace(/<style>.*?<\/style>/s, "")
    .replace(/<[^>]*>/g, "\n")
    .replace(/&lt;/g, "<")
    .replace(/&gt;/g, ">")
    .replace(/&quot;/g, '"')
    .replace(/&#39;/g, "'")
    .replace(/&amp;/g, "&");

describe("every email", () => {
  it("has its own kind, of twenty", () => {
    expect([...new Set(everyEmail("Acme").map(({ kind }) => kind))].sort()).toEqual([
      "account_deleted",
      "account_deletion_postponed",
      "account_deletion_requested",
      "account_deletion_undone",
      "api_key_created",
      "email_change",
      "email_change_requested",
      "email_changed",
      "erased",
      "invitation",
      "magic_link",
      "operator_changed",
      "ownership_transferred",
      "password_changed",
      "password_reset",
      "removed_from_workspace",
      "second_factor_changed",
      "second_factor_locked",
      "security_change",
      "service_restored",
    ]);
  });

  it("has a subject, text and HTML in every language, all different", () => {
    for (const { kind, variants } of everyEmail("Acme")) {
      expect([kind, Object.keys(variants).sort()]).toEqual([kind, [...languages].sort()]);
      for (const part of ["subject", "text", "html"] as const) {
        const written = languages.map((language) => variants[language][part]);
        expect([kind, part, written.every((each) => each.length > 10)]).toEqual([kind, part, true]);
        expect([kind, part, new Set(written).size]).toEqual([kind, part, languages.length]);
      }
    }
  });

  it("has the same content as text and as HTML", () => {
    for (const { kind, language, text, html } of everyContent('Acme & "Sons"')) {
      for (const line of text.split("\n").flatMap((each) => each.split(/^(?:[\p{L} -]+): /u))) {
        expect([kind, language, seen(html)]).toEqual([
          kind,
          language,
          expect.stringContaining(line.replace(/:$/, "")),
        ]);
      }
    }
  });

  it("has our name and its language, loads nothing external, and supports light and dark mode", () => {
    for (const { language, text, html } of everyContent("Acme")) {
      expect(text.endsWith("Zonepost")).toBe(true);
      expect(html).toContain(`<html lang="${language}">`);
      expect(html).not.toMatch(/<img|<link|<script|<iframe|src=|@import|url\(/i);
      expect(html).toContain("prefers-color-scheme: dark");
    }
  });

  it("has its link exactly once as text and as one anchor in HTML, or not at all", () => {
    for (const { kind, text, html } of everyContent("Acme")) {
      const count = withoutLink.includes(kind) ? 0 : 1;
      expect([kind, text.match(/https?:\/\/\S+/g) ?? []]).toEqual([kind, Array(count).fill(url)]);
      expect([kind, html.match(/href="[^"]*"/g) ?? []]).toEqual([
        kind,
        Array(count).fill(`href="${url.replaceAll("&", "&amp;")}"`),
      ]);
    }
  });
});

describe("user input in an email", () => {
  it("can't become markup", () => {
    for (const { html } of everyContent(`<script>alert(1)</script>"'><b>&amp;`)) {
      expect(html).not.toMatch(/<script|<b>|"'>/);
    }
  });

  it("can't add a line, so neither a header nor a paragraph", () => {
    for (const breaking of ["\r\n", "\n", "\r", "\u2028", "\u2029", "\u0085", "\v", "\f"]) {
      for (const { subject, text } of everyContent(`Acme${breaking}Bcc: victim@people.test`)) {
        expect(subject).not.toMatch(/[\p{Cc}\u2028\u2029]/u);
        expect(text).not.toMatch(/^Bcc:/m);
        expect(text).not.toMatch(/[^\P{Cc}\n]|[\u2028\u2029]/u);
      }
    }
  });

  it("is shortened between characters, and keeps the subject short", () => {
    expect(typedText("ab".repeat(100))).toBe(`${"ab".repeat(39)}a…`);
    expect(typedText("🏔".repeat(100), 3)).toBe("🏔🏔…");
    for (const { subject, text } of everyContent("Acme ".repeat(500))) {
      expect(Array.from(subject).length).toBeLessThanOrEqual(160);
      expect(text.length).toBeLessThan(2_000);
    }
  });

  it("can't become a link in mail clients that link addresses", () => {
    for (const typed of [
      "http://evil.example/x",
      "www.evil.example",
      "evil.example",
      "HTTPS://evil.example",
    ]) {
      for (const { text, subject, html } of everyContent(`See ${typed} now`)) {
        for (const part of [text, subject, seen(html)]) {
          const left = part.replaceAll(url, "");
          expect(left).not.toMatch(/:\/\//);
          expect(left).not.toMatch(/evil\.example/i);
        }
      }
    }
  });

  it("can't change the reading direction", () => {
    for (const { text, subject, html } of everyContent("Acme\u202egpj.exe\u2066\u200f")) {
      expect(text + subject + html).not.toMatch(/[\u202a-\u202e\u2066-\u2069\u200e\u200f]/);
    }
  });

  it("is unchanged if it is harmless", () => {
    for (const name of ["Dr. Müller & Söhne GmbH", "Version 1.5", "日本語", "O'Neil (2nd)"]) {
      expect(typedText(name)).toBe(name);
    }
  });
});

describe("an email about sensitive changes", () => {
  const changed = (count: number): Change => ({
    target: `box-${count}@example.com`,
    detail: null,
    actor: { kind: "api_key", id: null, name: "deploy" },
    ipAddress,
    userAgent: null,
    occurredAt: at,
  });

  it("lists twenty of them, and counts the others", () => {
    const [first = changed(0), ...others] = Array.from({ length: 25 }, (_, index) => changed(index));
    const { en, de } = changeEmail("mailbox_password", [first, ...others]).variants;
    expect(en.subject).toBe("Mailbox passwords were changed");
    expect(en.text.match(/box-\d+@/g)).toHaveLength(20);
    expect(en.text).toContain("5 more changes of this kind are in the audit log.");
    expect(de.text).toContain("5 weitere Änderungen");
    expect(en.text).toContain("By: deploy\nWhen: 21 November 2026 at 23:52 UTC\nFrom: 192.0.2.7");
  });
});

describe("an email's details", () => {
  it("show times with their zone, the address and the device in each language", () => {
    const { variants } = passwordChangedEmail({ at, ipAddress, userAgent: "Firefox/140", resetUrl: url });
    expect(variants.en.text).toMatch(
      /^When: 21 November 2026.* 23:52 UTC\nFrom: 192\.0\.2\.7\nDevice: Firefox\/140$/m,
    );
    expect(variants.de.text).toMatch(
      /^Wann: 21\. November 2026.* 23:52 UTC\nVon: 192\.0\.2\.7\nGerät: Firefox\/140$/m,
    );
  });

  it("leave out an unknown address or device", () => {
    const { variants } = passwordChangedEmail({ at, ipAddress: null, userAgent: null, resetUrl: url });
    expect(variants.en.text).not.toMatch(/^(From|Device):/m);
  });

  it("show the workspace, the inviter, the role and the expiry of an invitation", () => {
    const invitation = { workspaceName: "Acme", inviterName: "Ada", url, expiresAt: at };
    const { variants } = invitationEmail({ ...invitation, role: "read_only" });
    expect(variants.en.subject).toContain("Acme");
    expect(variants.en.text).toMatch(/Ada invited you .*“Acme”/);
    expect(variants.en.text).toMatch(/Your role: read-only\nValid until: 21 November 2026.* UTC/);
    expect(variants.de.text).toMatch(/Ihre Rolle: Lesezugriff\nGültig bis: 21\. November 2026.* UTC/);
  });

  it("show the number of backup codes left, if known", () => {
    const change = { change: "backup_code_used", at, ipAddress, securityUrl: url } as const;
    expect(secondFactorChangedEmail({ ...change, backupCodesLeft: 0 }).variants.en.text).toContain(
      "Backup codes left: 0",
    );
    expect(secondFactorChangedEmail(change).variants.en.text).not.toContain("Backup codes left");
  });

  it("are escaped in links too", () => {
    const words = {
      subject: "A subject",
      paragraphs: [],
      link: { label: "Go", url: `https://a.example/?y='"><b>` },
    };
    const { html } = composeEmail("receipt", { en: words, de: words }).variants.en;
    expect(html).toContain('href="https://a.example/?y=&#39;&quot;&gt;&lt;b&gt;"');
    expect(html).not.toContain("<b>");
  });
});
