import type { ContactRole } from "@zonepost/schema";
import { publicId } from "../../../../../kernel/ids.ts";
import type { RegistryContacts, RegistryDomain } from "../../../ports.ts";
import { applied, changeMade, type Decision, intentFor, type Situation } from "../decision.ts";

export function decideContacts({ row, intents }: Situation, held: RegistryDomain): Partial<Decision> {
  const intent = intentFor(
    intents,
    (change) => change.kind === "change_contacts" && isSameContacts(change.contacts, held.contacts),
  );
  if (intent?.change.kind !== "change_contacts") {
    const isKnown = row.registryContacts !== null;
    return isKnown && !isSameContacts(row.registryContacts, held.contacts) ? unsetContacts(row) : {};
  }
  const { contactIds, whoisPrivacy } = intent.change;
  const isOnlyPrivacy =
    row.whoisPrivacy !== whoisPrivacy &&
    row.registrantContactId === contactIds.registrant &&
    row.adminContactId === contactIds.admin &&
    row.techContactId === contactIds.tech;
  return {
    row: {
      registrantContactId: contactIds.registrant,
      adminContactId: contactIds.admin,
      techContactId: contactIds.tech,
      whoisPrivacy,
    },
    intents: applied(intent),
    operations: changeMade(intent),
    history: [
      isOnlyPrivacy
        ? {
            intent,
            kind: "settings_change",
            action: "domain.privacy_changed",
            summary: `WHOIS privacy turned ${whoisPrivacy ? "on" : "off"}`,
            details: { from: row.whoisPrivacy, to: whoisPrivacy },
          }
        : {
            intent,
            kind: "contact_change",
            action: "domain.contacts_changed",
            summary: "Contacts changed",
            details: { from: shownContacts(contactIdsOf(row)), to: shownContacts(contactIds) },
          },
    ],
  };
}

export const isSameContacts = (one: RegistryContacts | null, other: RegistryContacts): boolean =>
  one?.registrant === other.registrant && one.admin === other.admin && one.tech === other.tech;

/** The contacts were changed at the registry, to contacts outside this workspace. */
function unsetContacts(row: Situation["row"]): Partial<Decision> {
  return {
    row: { registrantContactId: null, adminContactId: null, techContactId: null },
    history: [
      {
        intent: undefined,
        kind: "contact_change",
        action: "domain.contacts_changed",
        summary: "Contacts changed at the registry",
        details: { from: shownContacts(contactIdsOf(row)), to: shownContacts(noContacts) },
      },
    ],
  };
}

type ShownContacts = Record<ContactRole, string | null>;

const noContacts: ShownContacts = { registrant: null, admin: null, tech: null };

const contactIdsOf = (row: Situation["row"]): ShownContacts => ({
  registrant: row.registrantContactId,
  admin: row.adminContactId,
  tech: row.techContactId,
});

/** Our own ids, because callers never see the registry's handles. */
const shownContacts = (ids: ShownContacts): ShownContacts => ({
  registrant: ids.registrant && publicId("con", ids.registrant),
  admin: ids.admin && publicId("con", ids.admin),
  tech: ids.tech && publicId("con", ids.tech),
});
