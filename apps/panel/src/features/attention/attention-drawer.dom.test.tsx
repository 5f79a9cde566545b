import messages from "@messages/en.json";
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import type { AttentionItem } from "@zonepost/schema";
import { expect, it } from "vitest";
import { fakeApi, Refusal } from "@/testing/fake-api.ts";
import { commonAnswers } from "@/testing/forms.tsx";
import { renderInPanel } from "@/testing/render-in-panel.tsx";
import { AttentionDrawer } from "./attention-drawer.tsx";

const words = messages.attention;
const itemOf = (name: string, snoozedUntil: string | null): AttentionItem => ({
  id: `endpoint_failing~${name}`,
  kind: "endpoint_failing",
  severity: "warning",
  subject: { type: "webhook_endpoint", id: name, name },
  since: "2099-01-01T00:00:00.000Z",
  until: null,
  action: { code: "open_endpoint", href: `/webhooks/${name}` },
  explanation: { code: "endpoint_failing", message: "The last 3 attempts failed." },
  count: 1,
  snoozedUntil,
});
const snoozed = itemOf("snoozed.example", "2099-02-01T00:00:00.000Z");
const muted = itemOf("muted.example", null);

const open = (answers = {}) => {
  const api = fakeApi({
    ...commonAnswers,
    "attention.list": ({ muted: isMuted }: { muted?: string }) => (isMuted ? [muted] : [snoozed]),
    "attention.unsnooze": null,
    "attention.unmute": null,
    ...answers,
  });
  renderInPanel(<AttentionDrawer opened onClose={() => undefined} />);
  return api;
};
const aside = async () => within(await screen.findByRole("region", { name: words.aside }));

it.each([
  ["snoozed", snoozed, "Snoozed until 1 Feb 2099", "attention.unsnooze"],
  ["muted", muted, words.muted, "attention.unmute"],
] as const)("what is %s can be seen, and shown again", async (_case, item, text, name) => {
  const { sent } = open();
  await (await aside()).findByText(text);
  const act = `${words.showAgain}: ${item.subject.name}`;
  fireEvent.click(await (await aside()).findByRole("button", { name: act }));
  await waitFor(() => expect(sent).toMatchObject([{ name, input: { id: item.id } }]));
});

it("says that an item couldn't be shown again", async () => {
  open({ "attention.unmute": new Refusal({ status: 503, code: "unavailable", title: "Unavailable" }) });
  const act = `${words.showAgain}: ${muted.subject.name}`;
  fireEvent.click(await (await aside()).findByRole("button", { name: act }));
  await (await aside()).findByText(words.notPutAside);
});

it("has no such list if nothing is snoozed or muted", async () => {
  open({ "attention.list": [] });
  await screen.findByText(words.nothing);
  expect(screen.queryByRole("region", { name: words.aside })).toBeNull();
});
