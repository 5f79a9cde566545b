import messages from "@messages/en.json";
import { fireEvent, screen, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { fakeApi } from "@/testing/fake-api.ts";
import { commonAnswers } from "@/testing/forms.tsx";
import { endpoint } from "@/testing/records.ts";
import { renderInPanel } from "@/testing/render-in-panel.tsx";
import { EndpointList } from "./endpoint-list.tsx";

const texts = messages.webhooks;

it("filters endpoints by tag, and offers the tags in use", async () => {
  const tagged = { ...endpoint, id: "whe_2", url: "https://tagged.example.com/", tags: ["billing"] };
  fakeApi({ ...commonAnswers, "webhooks.list": [endpoint, tagged] });
  renderInPanel(<EndpointList />);
  const filter = await screen.findByLabelText(texts.filterByTag);
  expect(screen.getByText(endpoint.url)).toBeTruthy();
  fireEvent.change(filter, { target: { value: "billing" } });
  await expect.poll(() => screen.queryByText(endpoint.url)).toBeNull();
  expect(screen.getByText(tagged.url)).toBeTruthy();
});

it("shows each deactivated endpoint in a row of its own, with what it has missed and both ways to go on", async () => {
  const inactive = { ...endpoint, active: false, deactivatedAt: endpoint.createdAt };
  const failed = { ...inactive, deactivationReason: "failures" };
  const paused = {
    ...inactive,
    id: "whe_2",
    url: "https://paused.example.com/",
    deactivationReason: "paused",
  };
  fakeApi({
    ...commonAnswers,
    "webhooks.list": [failed, paused],
    "webhooks.missed": [{ endpointId: failed.id, since: endpoint.createdAt, count: 17 }],
  });
  renderInPanel(<EndpointList />);
  await screen.findByText("17 missed");
  const row = screen.getByRole("status");
  within(row).getByText(texts.inactive_failures);
  const link = within(row).getByRole("link");
  expect(link.textContent).toBe("hooks.example.com/in");
  expect(link.getAttribute("href")).toContain(failed.id);
  expect(
    within(row)
      .getAllByRole("button")
      .map(({ textContent }) => textContent),
  ).toEqual([texts.reactivateAndCatchUp, texts.reactivateOnlyShort]);
  expect(row.textContent).not.toContain("We stopped sending events");
});
