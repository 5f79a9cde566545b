import messages from "@messages/en.json";
import { fireEvent, screen, waitFor } from "@testing-library/react";
import type { DomainPageInput } from "@zonepost/schema/panel";
import { useState } from "react";
import { expect, it } from "vitest";
import { fakeApi } from "@/testing/fake-api.ts";
import { commonAnswers } from "@/testing/forms.tsx";
import { domain } from "@/testing/records.ts";
import { renderInPanel } from "@/testing/render-in-panel.tsx";
import { DomainField } from "./domain-field.tsx";
import { DomainsField } from "./domains-field.tsx";

const words = messages.domainChoice;
const all = ["alder.com", "birch.com", "xn--bckerei-5wa.de"];

function answerSearches() {
  const asked: (string | undefined)[] = [];
  fakeApi({
    ...commonAnswers,
    "domains.page": ({ q, status }: DomainPageInput) => {
      asked.push(q);
      // As the API does, which also finds names in their own script.
      const isFound = (name: string) =>
        q === undefined || name.includes(q) || (q === "bäck" && name.startsWith("xn--"));
      const items = all
        .filter(isFound)
        .map((name) => ({ ...domain, name, status, hasMail: name === "birch.com" }));
      return { items, nextCursor: null };
    },
  });
  return asked;
}

function Several() {
  const [value, setValue] = useState<string[]>(["gone.com"]);
  return <DomainsField label="Domains" value={value} onChange={setValue} error={undefined} />;
}

function One({ autoFocus = false }: { autoFocus?: boolean }) {
  const [value, setValue] = useState("");
  return (
    <>
      <DomainField
        autoFocus={autoFocus}
        label="Domain"
        description={(choices) => `${choices?.length ?? "?"} in all`}
        status="active"
        unavailable={({ hasMail }) => (hasMail ? "has mail" : undefined)}
        value={value}
        onChange={setValue}
        onBlur={() => undefined}
        error={undefined}
      />
      <output>{value}</output>
    </>
  );
}

// Without the focus, Mantine takes it for a value that the browser filled in.
function type(field: HTMLElement, value: string) {
  field.focus();
  fireEvent.change(field, { target: { value } });
}
const isDisabled = (option: HTMLElement) =>
  option.closest("[role=option]")?.hasAttribute("data-combobox-disabled");

it("several domains are searched by the API, and chosen ones stay", async () => {
  const asked = answerSearches();
  renderInPanel(<Several />);
  const field = await screen.findByRole("combobox", { name: "Domains" });
  fireEvent.click(field);
  await screen.findByText("alder.com");
  type(field, "bäck");
  await waitFor(() => expect(asked).toContain("bäck"));
  await waitFor(() => expect(screen.queryByText("alder.com")).toBeNull());
  fireEvent.click(await screen.findByText("bäckerei.de"));
  expect(screen.getByText("gone.com")).toBeTruthy();
  expect(screen.getByText("bäckerei.de")).toBeTruthy();
  type(field, "nothing");
  expect(await screen.findByText(words.noMatch)).toBeTruthy();
});

it("one domain is searched by the API, and the others are offered again once it is chosen", async () => {
  const asked = answerSearches();
  renderInPanel(<One />);
  const before = await screen.findByRole("combobox", { name: "Domain" });
  before.focus();
  expect(await screen.findByText("3 in all")).toBeTruthy();
  await waitFor(() => expect(before.isConnected).toBe(false));
  const field = screen.getByRole("combobox", { name: "Domain" });
  expect(document.activeElement).toBe(field);
  expect(isDisabled(await screen.findByText("birch.com · has mail"))).toBe(true);
  expect(isDisabled(await screen.findByText("alder.com"))).toBe(false);
  type(field, "ald");
  await waitFor(() => expect(screen.queryByText(/birch/)).toBeNull());
  expect(screen.getByText("? in all")).toBeTruthy();
  fireEvent.click(await screen.findByText("alder.com"));
  expect(screen.getByRole("status").textContent).toBe("alder.com");
  fireEvent.click(field);
  expect(await screen.findByText(/birch/)).toBeTruthy();
  expect(asked).not.toContain("alder.com");
});

it("text typed into a field whose list box is still loading searches", async () => {
  const asked = answerSearches();
  renderInPanel(<One />);
  const before = await screen.findByRole("combobox", { name: "Domain" });
  type(before, "birch");
  await waitFor(() => expect(before.isConnected).toBe(false));
  expect(screen.getByRole("combobox", { name: "Domain" })).toHaveProperty("value", "birch");
  await waitFor(() => expect(asked).toContain("birch"));
  await waitFor(() => expect(screen.queryByText("alder.com")).toBeNull());
  expect(await screen.findByText("birch.com · has mail")).toBeTruthy();
});

it.each([
  ["typing", (field: HTMLElement) => type(field, "ald")],
  ["the down arrow", (field: HTMLElement) => fireEvent.keyDown(field, { key: "ArrowDown" })],
])("a field with the initial focus opens its list with %s, and not before", async (_how, use) => {
  answerSearches();
  renderInPanel(<One autoFocus />);
  const field = await screen.findByRole("combobox", { name: "Domain" });
  expect(document.activeElement).toBe(field);
  await screen.findByText("3 in all");
  expect(field.isConnected).toBe(true);
  use(field);
  await screen.findByText("alder.com");
  expect(document.activeElement).toBe(screen.getByRole("combobox", { name: "Domain" }));
});
