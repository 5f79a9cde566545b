import messages from "@messages/en.json";
import { fireEvent, screen } from "@testing-library/react";
import type { MailServer, MailSettings } from "@zonepost/schema";
import { expect, it, vi } from "vitest";
import { fakeApi } from "@/testing/fake-api.ts";
import { commonAnswers } from "@/testing/forms.tsx";
import { session } from "@/testing/records.ts";
import { renderInPanel } from "@/testing/render-in-panel.tsx";
import { SetUpMailProgram } from "./set-up-mail-program.tsx";

const words = messages.mailPrograms;
const server = (port: number, security: MailServer["security"]) => ({
  host: "mail.host.test",
  port,
  security,
});
const settings: MailSettings = {
  imap: server(993, "tls"),
  submission: server(465, "tls"),
  sieve: null,
  alternatives: { imap: null, submission: server(587, "starttls") },
  username: "full_address",
};

function render(answers: object) {
  fakeApi({ ...commonAnswers, ...answers });
  renderInPanel(<SetUpMailProgram address="o'brien&sons@example.com" password="shown-once" />);
}

it("copies the settings with the password, and links the Apple profile of the address", async () => {
  const writeText = vi.fn(async () => {});
  vi.stubGlobal("navigator", Object.create(navigator, { clipboard: { value: { writeText } } }));
  render({ "mail.settings": settings });
  fireEvent.click(await screen.findByRole("button", { name: words.copyAll }));
  expect(writeText).toHaveBeenCalledWith(
    [
      "Username: o'brien&sons@example.com",
      "Password: shown-once",
      "Incoming mail (IMAP): mail.host.test, port 993, TLS",
      "Outgoing mail (SMTP): mail.host.test, port 465, TLS",
      "Outgoing mail, alternative: mail.host.test, port 587, STARTTLS",
    ].join("\n"),
  );
  expect(screen.getByRole("link", { name: words.appleProfile }).getAttribute("href")).toMatch(
    /\/mail\/apple\.mobileconfig\?emailaddress=o'brien%26sons%40example\.com$/,
  );
  vi.unstubAllGlobals();
});

it.each([
  ["an installation", null, words.askAdministrator],
  ["a sandbox", { clock: {} }, words.notRunning],
])(
  "never shows a placeholder: in %s without mail servers, it shows who can help",
  async (_case, sandbox, text) => {
    render({ "mail.settings": null, "session.current": { ...session, sandbox } });
    expect(await screen.findByText(text)).toBeTruthy();
    expect(screen.queryByRole("button", { name: words.copyAll })).toBeNull();
  },
);
