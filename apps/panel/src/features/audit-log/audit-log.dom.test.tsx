import messages from "@messages/en.json";
import { fireEvent, screen, within } from "@testing-library/react";
import type { AuditLogEntry } from "@zonepost/schema/panel";
import { NuqsTestingAdapter } from "nuqs/adapters/testing";
import { expect, it } from "vitest";
import { fakeApi } from "@/testing/fake-api.ts";
import { commonAnswers } from "@/testing/forms.tsx";
import { renderInPanel } from "@/testing/render-in-panel.tsx";
import { AuditLog } from "./audit-log.tsx";

const entry: AuditLogEntry = {
  id: "aud_1",
  occurredAt: "2099-01-02T10:00:00.000Z",
  action: "api_key.revoked",
  actor: { kind: "user", id: "usr_1", name: "Ada" },
  target: "key_1",
  details: {},
  ipAddress: null,
  userAgent: null,
  requestId: null,
  bought: [],
};

it("doesn't open an entry again when going back after it was closed", async () => {
  const changes: string[] = [];
  fakeApi({ ...commonAnswers, "audit.list": { entries: [entry], nextCursor: null } });
  renderInPanel(
    <NuqsTestingAdapter hasMemory onUrlUpdate={({ options }) => changes.push(options.history)}>
      <AuditLog />
    </NuqsTestingAdapter>,
  );
  const table = await screen.findByRole("table", { name: messages.auditLog.title });
  fireEvent.click(within(table).getByRole("button"));
  const drawer = await screen.findByRole("dialog");
  fireEvent.click(within(drawer).getByRole("button", { name: messages.ui.close }));
  await expect.poll(() => changes).toEqual(["push", "replace"]);
});

it.each([
  [["example.com"], "Ada placed an order for example.com"],
  [["example.com", "xn--mnchen-3ya.de", "example.org"], "Ada placed an order for example.com and 2 more"],
  [["xn--mnchen-3ya.de"], "Ada placed an order for münchen.de"],
  [[], "Ada placed an order for ord_1"],
])("names what was bought instead of the order's ID, and leads to the order: %j", async (bought, text) => {
  const ordered = { ...entry, action: "order.placed", target: "ord_1", bought };
  fakeApi({ ...commonAnswers, "audit.list": { entries: [ordered], nextCursor: null } });
  renderInPanel(
    <NuqsTestingAdapter hasMemory>
      <AuditLog />
    </NuqsTestingAdapter>,
  );
  fireEvent.click(await screen.findByRole("button", { name: text }));
  const drawer = within(await screen.findByRole("dialog"));
  const link = drawer.getByRole("link", { name: messages.auditLog.openTarget });
  expect(link.getAttribute("href")).toBe("/payments/orders/ord_1");
});
