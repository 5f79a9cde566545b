import { expect, it } from "vitest";
import { newId, publicId } from "../../../kernel/ids.ts";
import { contactsAfter } from "./contacts-after.ts";

const [registrant, admin, tech, other] = [newId(), newId(), newId(), newId()];
const idOf = (id: string) => publicId("con", id);
const domain = { registrantContactId: registrant, adminContactId: admin, techContactId: tech };
const unknown = { registrantContactId: null, adminContactId: null, techContactId: null };

it.each([
  ["keeps the roles that it doesn't name", domain, { techId: idOf(other) }, [registrant, admin, other]],
  ["changes the registrant alone", domain, { registrantId: idOf(other) }, [other, admin, tech]],
  [
    "lets a role without a contact of the workspace use the registrant",
    { ...domain, adminContactId: null },
    { registrantId: idOf(other) },
    [other, undefined, tech],
  ],
  [
    "gives a registrant to a domain without one",
    unknown,
    { registrantId: idOf(other) },
    [other, undefined, undefined],
  ],
])("a batch %s", (_, before, named, [registrantId, adminId, techId]) => {
  const shown = (id?: string) => (id === undefined ? undefined : idOf(id));
  expect(contactsAfter(before, named)).toEqual({
    registrantId: shown(registrantId),
    adminId: shown(adminId),
    techId: shown(techId),
  });
});

it("can't change another role of a domain whose registrant isn't in the workspace", () => {
  expect(() => contactsAfter(unknown, { techId: idOf(other) })).toThrow(
    expect.objectContaining({ code: "contacts_missing" }),
  );
});
