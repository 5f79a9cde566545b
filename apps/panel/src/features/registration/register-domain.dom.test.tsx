import messages from "@messages/en.json";
import { useQueryClient } from "@tanstack/react-query";
import { screen } from "@testing-library/react";
import type { DomainSuggestion } from "@zonepost/schema";
import { type ReactNode, useState } from "react";
import { expect, it } from "vitest";
import { fakeApi } from "@/testing/fake-api.ts";
import { commonAnswers } from "@/testing/forms.tsx";
import { preview } from "@/testing/records.ts";
import { renderInPanel } from "@/testing/render-in-panel.tsx";
import { useTRPC } from "@/trpc/client.tsx";
import { RegisterDomain } from "./register-domain.tsx";

const words = messages.register;
const name = "taken-name.com";

const refusedFor = (problem: { code: string; message: string; pointer: string | null }) => ({
  ...preview,
  wouldSucceed: false,
  priceCents: null,
  problems: [problem],
});

it.each([
  [
    "is taken",
    { code: "domain_unavailable", message: "This name is already registered.", pointer: null },
    [words.transferInstead, words.otherEndings],
  ],
  [
    "is in the workspace",
    { code: "already_yours", message: "This domain is already in this workspace.", pointer: null },
    [words.openIt],
  ],
  ["isn't allowed", { code: "invalid", message: "Use at least 3 characters.", pointer: "/name" }, []],
])("says why a name can't be registered, in place of the form: it %s", async (_why, problem, links) => {
  fakeApi({ ...commonAnswers, "domains.previewRegistration": refusedFor(problem) });
  renderInPanel(<RegisterDomain name={name} />);
  await screen.findByText(problem.message);
  expect(screen.queryByLabelText(words.years)).toBeNull();
  expect(screen.queryByRole("button", { name: words.register })).toBeNull();
  for (const label of links) {
    screen.getByRole("link", { name: label });
  }
});

it("keeps the form for a problem that it can solve", async () => {
  const message = "Enter 1 to 5 years for .com.";
  fakeApi({
    ...commonAnswers,
    "domains.previewRegistration": refusedFor({ code: "invalid", message, pointer: "/years" }),
  });
  renderInPanel(<RegisterDomain name={name} />);
  await screen.findByText(message);
  screen.getByLabelText(words.years);
});

/** The API streams the result, which `fakeApi` can't. */
function Checked({ reason, children }: { reason: DomainSuggestion["reason"]; children: ReactNode }) {
  const trpc = useTRPC();
  const cache = useQueryClient();
  useState(() => {
    const found = { name, unicodeName: name, tld: "com", available: false, reason, premium: false } as const;
    const price = { registerYearCents: 0, renewYearCents: 0, currency: "EUR" } as const;
    const key: readonly unknown[] = trpc.domains.checkNames.queryKey({ names: [name] });
    cache.setQueryData(key, [{ ...found, ...price, warnings: [], position: 0 }]);
  });
  return children;
}

it.each([
  ["taken", "This name is already registered."],
  ["reserved", "This name can't be registered."],
] as const)("asks for no contact for a name that can't be registered: %s", async (reason, message) => {
  fakeApi({ ...commonAnswers, "contacts.list": [] });
  renderInPanel(
    <Checked reason={reason}>
      <RegisterDomain name={name} />
    </Checked>,
  );
  await screen.findByText(message);
  expect(screen.queryByText(words.firstContactWords)).toBeNull();
});

it("asks for the first contact if the registry doesn't respond", async () => {
  fakeApi({ ...commonAnswers, "contacts.list": [] });
  renderInPanel(
    <Checked reason="registry_away">
      <RegisterDomain name={name} />
    </Checked>,
  );
  await screen.findByText(words.firstContactWords);
});
