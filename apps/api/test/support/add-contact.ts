import { contacts } from "@zonepost/db";
import { newId, publicId } from "../../src/kernel/ids.ts";
import type { Api, Workspace } from "./start-api.ts";

export async function addContact({ db }: Api, workspace: Workspace): Promise<string> {
  const id = newId();
  await db.insert(contacts).values({
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
