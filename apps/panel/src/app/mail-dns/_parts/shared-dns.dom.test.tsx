import messages from "@messages/en.json";
import { screen, within } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import { fakeApi, Refusal } from "@/testing/fake-api.ts";
import { commonAnswers } from "@/testing/forms.tsx";
import { mail, mailDnsPage } from "@/testing/records.ts";
import { renderInPanel } from "@/testing/render-in-panel.tsx";
import { SharedDns } from "./shared-dns.tsx";

const words = messages.mailDns;
const { domainName } = mail;

afterEach(() => window.location.assign("#"));

it.each([
  ["#token=short", {}, words.incompleteTitle],
  [`#token=${"a".repeat(43)}`, { status: 404, code: "not_found" }, words.revokedTitle],
  [`#token=${"a".repeat(43)}`, { status: 409, code: "link_expired" }, words.expiredTitle],
])("explains a shared link that doesn't work: %s %j", async (hash, problem, title) => {
  window.location.assign(hash);
  fakeApi({ ...commonAnswers, "/auth/mail-dns/read": new Refusal(problem) });
  renderInPanel(<SharedDns />);
  expect(await screen.findByRole("heading", { name: title })).toBeTruthy();
});

it("shows the records of a shared link", async () => {
  window.location.assign(`#token=${"a".repeat(43)}`);
  fakeApi({
    ...commonAnswers,
    "/auth/mail-dns/read": { ...mailDnsPage, domainName, expiresAt: mail.expiresAt },
  });
  renderInPanel(<SharedDns />);
  const list = await screen.findByRole("list", { name: words.records });
  expect(within(list).getAllByRole("group")).toHaveLength(2);
});
