import messages from "@messages/en.json";
import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import type { Domain } from "@/features/domains/domain.ts";
import { domain } from "@/testing/records.ts";
import { renderInPanel } from "@/testing/render-in-panel.tsx";
import { ExpiryBar } from "./expiry-bar.tsx";

const dayMs = 86_400_000;

it.each([
  ["ahead", 40],
  ["past", 10],
])("the notice without an email is called the same ahead and afterwards: %s", (_when, daysLeft) => {
  const expires = Date.now() + daysLeft * dayMs;
  const shown = {
    ...domain,
    registeredAt: new Date(expires - 365 * dayMs).toISOString(),
    expiresAt: new Date(expires).toISOString(),
    explanation: { until: null },
  } as Domain;
  renderInPanel(<ExpiryBar domain={shown} offer={undefined} autoRenew notifications={[]} />);
  expect(screen.getAllByText(messages.domain.notice_webhooks).length).toBeGreaterThan(0);
});
