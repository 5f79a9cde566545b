import messages from "@messages/en.json";
import { screen, within } from "@testing-library/react";
import type { DomainSuggestion } from "@zonepost/schema";
import { expect, it } from "vitest";
import { fakeApi } from "@/testing/fake-api.ts";
import { commonAnswers } from "@/testing/forms.tsx";
import { renderInPanel } from "@/testing/render-in-panel.tsx";
import { Suggestion } from "./suggestion.tsx";

const suggestion: DomainSuggestion = {
  name: "new-name.com",
  unicodeName: "new-name.com",
  available: true,
  premium: false,
  tld: "com",
  position: 0,
  reason: null,
  warnings: [],
  monthlyPriceCents: 99,
  registerYearCents: 1188,
  renewYearCents: 1188,
  currency: "EUR",
};

it("has one button in words per name, and the basket as an icon beside it", async () => {
  fakeApi(commonAnswers);
  renderInPanel(
    <ul>
      <Suggestion suggestion={suggestion} isAsked={false} mayBuy />
    </ul>,
  );
  const row = within(await screen.findByRole("listitem"));
  const [register, ...otherLinks] = row.getAllByRole("link");
  const [basket, ...otherButtons] = row.getAllByRole("button");
  expect([register?.textContent, basket?.textContent]).toEqual([messages.search.register, ""]);
  expect(basket?.getAttribute("aria-label")).toContain("new-name.com");
  expect([...otherLinks, ...otherButtons]).toEqual([]);
  expect(basket?.parentElement).toBe(register?.parentElement);
});
