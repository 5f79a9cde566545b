import messages from "@messages/en.json";
import type { DomainContacts } from "@zonepost/schema";
import { expect, it } from "vitest";
import { contact, domain } from "@/testing/records.ts";
import { renderInPanel } from "@/testing/render-in-panel.tsx";
import { ContactSummary } from "./contact-summary.tsx";

const words = messages.domainContacts;
const agency = { ...contact, id: "con_agency", name: "Agency Desk" };

function linesOf(contacts: DomainContacts, roles?: ("registrant" | "admin" | "tech")[]) {
  const { container } = renderInPanel(
    <ContactSummary domainName={domain.name} contacts={contacts} roles={roles} />,
  );
  return [...container.querySelectorAll("a")].map((link) => [
    link.textContent,
    link.nextElementSibling?.textContent,
    link.getAttribute("href"),
  ]);
}

it("names each contact once, with its roles and a link to the contacts", () => {
  const href = "/domains/example.com/contacts";
  expect(linesOf({ registrant: contact, admin: agency, tech: agency })).toEqual([
    ["Ada Example", words.role_registrant, href],
    ["Agency Desk", `${words.role_admin}, ${words.role_tech}`, href],
  ]);
});

it("only includes the roles that the TLD has", () => {
  const lines = linesOf({ registrant: contact, admin: agency, tech: null }, ["registrant"]);
  expect(lines.map(([name]) => name)).toEqual(["Ada Example"]);
});

it("shows no name without the permission, or for a contact of another workspace", () => {
  const lines = linesOf({ registrant: { id: contact.id }, admin: null, tech: null });
  expect(lines.map(([name]) => name)).toEqual([words.notReadable, words.notOurs]);
});
