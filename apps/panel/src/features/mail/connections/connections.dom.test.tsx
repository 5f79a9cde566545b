import messages from "@messages/en.json";
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { fakeApi, Refusal } from "@/testing/fake-api.ts";
import { commonAnswers } from "@/testing/forms.tsx";
import { mailAccount, mailConnection } from "@/testing/records.ts";
import { renderInPanel } from "@/testing/render-in-panel.tsx";
import { Connections } from "./connections.tsx";

const words = messages.mailConnections;

function render(answer: unknown) {
  const api = fakeApi({ ...commonAnswers, "mail.connections": answer, "mail.endConnections": null });
  renderInPanel(<Connections domainName="example.com" account={mailAccount} />);
  return api;
}

it("lists the programs with their address and password", async () => {
  render([
    mailConnection,
    { ...mailConnection, id: "mcn_2", protocol: "submission", program: null, appPasswordLabel: "Phone" },
  ]);
  for (const text of [
    "Thunderbird 128.5.0",
    words.protocol_imap,
    words.ownPassword,
    words.unknownProgram,
    words.protocol_submission,
    "Phone",
  ]) {
    expect(await screen.findByText(text)).toBeTruthy();
  }
  expect(screen.getAllByText("203.0.113.7")).toHaveLength(2);
});

it("says that there are none, and offers nothing to end", async () => {
  render([]);
  expect(await screen.findByText(words.noneTitle)).toBeTruthy();
  expect(screen.queryByRole("button", { name: words.endAll })).toBeNull();
});

it("shows no list while the mail servers don't report, and still ends the connections", async () => {
  const detail = "The open connections aren't known.";
  const { sent } = render(
    new Refusal({ status: 503, code: "mail_connections_unknown", title: "Unavailable", detail }),
  );
  expect(await screen.findByText(words.notKnown)).toBeTruthy();
  expect(screen.getByText(detail)).toBeTruthy();
  expect(screen.queryByText(words.noneTitle)).toBeNull();
  fireEvent.click(screen.getByRole("button", { name: words.endAll }));
  const dialog = within(await screen.findByRole("dialog"));
  expect(dialog.getByText(words.confirm.end.words)).toBeTruthy();
  fireEvent.click(dialog.getByRole("button", { name: words.endAll }));
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]).toMatchObject({
    name: "mail.endConnections",
    input: { domainName: "example.com", id: mailAccount.id },
  });
});
