import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import type { Domain } from "@/features/domains/domain.ts";
import { domain } from "@/testing/records.ts";
import { renderInPanel } from "@/testing/render-in-panel.tsx";
import { ExpiryBar } from "./expiry-bar.tsx";

const dayMs = 86_400_000;

it.each([
  ["is only an event, if it is ahead", 40, "no email (webhook only)"],
  ["was an event, if it is past", 10, "no email (webhook event)"],
])("the notice without an email %s", (_when, daysLeft, words) => {
  const expires = Date.now() + daysLeft * dayMs;
  const shown = {
    ...domain,
    registeredAt: new Date(expires - 365 * dayMs).toISOString(),
    expiresAt: new Date(expires).toISOString(),
    explanation: { until: null },
  } as Domain;
  renderInPanel(<ExpiryBar domain={shown} offer={undefined} autoRenew notifications={[]} />);
  expect(screen.getAllByText(words).length).toBeGreaterThan(0);
});
