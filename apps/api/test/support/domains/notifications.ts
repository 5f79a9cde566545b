import { members, outgoingEmails, users, workspaces } from "@zonepost/db";
import type { Language, NotificationChoice, NotificationTopic, WorkspaceRole } from "@zonepost/schema";
import { createSecretBox } from "@zonepost/secret-box";
import { asc, eq } from "drizzle-orm";
import { newId } from "../../../src/kernel/ids.ts";
import { sendNotifications } from "../../../src/modules/domains/notifications/send-notifications.ts";
import type { DomainPorts, Registrar } from "../../../src/modules/domains/ports.ts";
import { fixture, registrarsOf } from "./domain-fixture.ts";

const secretBox = createSecretBox([Buffer.alloc(32, 7).toString("base64")]);
const never = new AbortController().signal;

export type Seat = {
  role?: WorkspaceRole;
  /** Those that they get at once. */
  topics?: NotificationTopic[];
  choices?: Partial<Record<NotificationTopic, NotificationChoice>>;
  domainNames?: string[];
  language?: Language;
};

/** Adds a person to the workspace; returns their address. */
export async function addMember(workspaceId: string, seat: Seat = {}): Promise<string> {
  const { role = "owner", topics = [], domainNames = null, language = null } = seat;
  const userId = newId();
  const email = `${role}-${userId}@people.test`;
  const createdAt = new Date();
  await fixture.db
    .insert(users)
    .values({ id: userId, email, name: "Dana", language, createdAt, updatedAt: createdAt });
  const notificationChoices = {
    ...Object.fromEntries(topics.map((topic) => [topic, "at_once" as const])),
    ...seat.choices,
  };
  await fixture.db
    .insert(members)
    .values({ id: newId(), workspaceId, userId, role, domainNames, notificationChoices, createdAt });
  return email;
}

export const setLanguage = (workspaceId: string, language: Language) =>
  fixture.db.update(workspaces).set({ language }).where(eq(workspaces.id, workspaceId));

export const emailPorts = { secretBox, panelUrl: "https://panel.example" };

/** Sends what is due at this business time. */
export const sendAt = (now: Date, calls: Partial<Registrar> = {}, ports: Partial<DomainPorts> = {}) =>
  sendNotifications(
    {
      ...fixture.systemCtx,
      clock: { now: async () => now, wallNow: () => new Date() },
      registrars: registrarsOf({ ...fixture.registrar, ...calls }),
      ...ports,
      ...emailPorts,
    },
    never,
  );

/** The mails waiting for this address, oldest first, as the relay would get them. */
export async function mailsTo(address: string, language: Language = "en") {
  const rows = await fixture.db
    .select()
    .from(outgoingEmails)
    .where(eq(outgoingEmails.toAddress, address))
    .orderBy(asc(outgoingEmails.id));
  return rows.map(({ id, kind, contentEncrypted }) => {
    const sealed = JSON.parse(secretBox.open(contentEncrypted, `outgoing_email:${id}`));
    return { id, kind, language: sealed.language, ...sealed.variants[language] } as {
      id: string;
      kind: string;
      language: Language | null;
      subject: string;
      text: string;
      html: string;
    };
  });
}
