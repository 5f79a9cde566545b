import { contacts } from "@zonepost/db";
import { newId, publicId } from "../../src/kernel/ids.ts";
import type { Person, Workspace } from "../support/start-api.ts";
import type { World } from "./row.ts";

/** The person's own workspace, in which their targets are created. */
export const workspaceOf = (world: World, person: Person): Workspace =>
  person.id === world.other.owner.id ? world.other : world.workspace;

export async function addContact({ api }: World, workspace: Workspace): Promise<string> {
  const id = newId();
  await api.db.insert(contacts).values({
    id,
    workspaceId: workspace.id,
    name: "Dana Meier",
    email: "dana@example.com",
    phone: "+4930123456",
    street: ["Linienstraße 12"],
    city: "Berlin",
    postalCode: "10178",
    countryCode: "DE",
    createdAt: new Date(),
    updatedAt: new Date(),
  });
  return publicId("con", id);
}
