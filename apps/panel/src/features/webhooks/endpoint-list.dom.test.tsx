import messages from "@messages/en.json";
import { fireEvent, screen, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { signatureDoctorPath } from "@/lib/paths.ts";
import { fakeApi } from "@/testing/fake-api.ts";
import { commonAnswers } from "@/testing/forms.tsx";
import { endpoint } from "@/testing/records.ts";
import { renderInPanel } from "@/testing/render-in-panel.tsx";
import { EndpointList } from "./endpoint-list.tsx";

const texts = messages.webhooks;

it("shortens a long URL to two lines, and has all of it in the title", async () => {
  const url = `https://api.example.com/hook?token=${"a1".repeat(60)}`;
  fakeApi({ ...commonAnswers, "webhooks.list": [{ ...endpoint, url }] });
  renderInPanel(<EndpointList />);
  const shown = await screen.findByTitle(url);
  expect(shown.textContent).toBe(url);
  expect(shown.hasAttribute("data-clamped")).toBe(true);
  expect(screen.getByRole("cell", { name: messages.webhooks.allEvents }).dataset.oneLine).toBe("true");
});

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

it("offers the signature doctor also without endpoints", async () => {
  fakeApi({ ...commonAnswers, "webhooks.list": [] });
  renderInPanel(<EndpointList />);
  await screen.findByText(messages.webhooks.emptyTitle);
  const doctor = await screen.findByRole("link", { name: messages.signatureDoctor.title });
  expect(doctor.getAttribute("href")).toBe(signatureDoctorPath);
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

it("tells endpoints with the same URL apart by their descriptions, or else by their IDs", async () => {
  const twins = ["whe_aaaaaa111111", "whe_bbbbbb222222"].map((id) => ({ ...endpoint, id, description: "" }));
  const described = { ...endpoint, id: "whe_cccccc333333", description: "Billing" };
  fakeApi({ ...commonAnswers, "webhooks.list": [...twins, described] });
  renderInPanel(<EndpointList />);
  const urls = await screen.findAllByTitle(endpoint.url);
  expect(urls.map((url) => url.closest("a")?.textContent)).toEqual([
    `${endpoint.url} …111111`,
    `${endpoint.url} …222222`,
    `Billing${endpoint.url}`,
  ]);
});
