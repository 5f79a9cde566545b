import messages from "@messages/en.json";
import { fireEvent, screen, within } from "@testing-library/react";
import type { MailDkimKey, MailDomain } from "@zonepost/schema";
import { expect, it } from "vitest";
import { fakeApi } from "@/testing/fake-api.ts";
import { commonAnswers } from "@/testing/forms.tsx";
import { dkimKey, mail } from "@/testing/records.ts";
import { renderInPanel } from "@/testing/render-in-panel.tsx";
import { DkimSection } from "./dkim-section.tsx";

const words = messages.dkim;

function render(keys: MailDkimKey[], own: Partial<MailDomain> = {}) {
  fakeApi({ ...commonAnswers, "mail.dkimKeys": keys });
  renderInPanel(<DkimSection mail={{ ...mail, ...own }} />);
}

const pending: MailDkimKey = {
  ...dkimKey,
  selector: "zp2",
  host: `zp2._domainkey.${mail.domainName}`,
  stage: "pending",
  activatedAt: null,
  hint: "Publish the record.",
  shown: [
    { nameserver: "ns1.example.net", status: "shown", values: [dkimKey.record] },
    { nameserver: "ns2.example.net", status: "missing", values: [] },
  ],
  checkedAt: dkimKey.createdAt,
  waitsFor: "record",
};

it("shows each key with its stage, its record and what the nameservers show", async () => {
  render([pending, dkimKey, { ...dkimKey, selector: "zp0", stage: "retired" }]);
  const article = await screen.findByRole("article", { name: "Key zp2" });
  expect(
    within(article).getByRole("list", { name: "Stages of zp2" }).querySelector("[aria-current]")?.textContent,
  ).toContain(words.stage_pending);
  expect(article.textContent).toContain(pending.host);
  expect(article.textContent).toContain("ns1.example.net shows the record");
  expect(article.textContent).toContain("ns2.example.net doesn't show it yet");
  expect(screen.getByRole("article", { name: "Key zp1" }).textContent).toContain(dkimKey.record);
  expect(screen.queryByRole("article", { name: "Key zp0" })).toBeNull();
  expect(screen.getByText(/zp0/)).toBeTruthy();
});

it("offers to cancel a rotation while one is pending, and to start one otherwise", async () => {
  render([pending, dkimKey]);
  await screen.findByRole("article", { name: "Key zp2" });
  expect(screen.queryByRole("button", { name: words.rotate })).toBeNull();
  fireEvent.click(screen.getByRole("button", { name: words.cancel }));
  expect(await screen.findByText(words.confirm.cancel.words)).toBeTruthy();
});

it("explains a rotation before it starts", async () => {
  render([dkimKey], { dkimRotationDays: 90, dkimRotatesAt: "2099-01-01T00:00:00.000Z" });
  await screen.findByRole("article", { name: "Key zp1" });
  expect(screen.getByText(/every 90 days/)).toBeTruthy();
  fireEvent.click(screen.getByRole("button", { name: words.rotate }));
  expect(await screen.findByText(words.confirm.rotate.steps.keep)).toBeTruthy();
});
