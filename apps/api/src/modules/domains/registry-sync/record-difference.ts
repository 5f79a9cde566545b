import type { ContactRole, DsRecord } from "@zonepost/schema";
import { publicId } from "../../../kernel/ids.ts";
import {
  describeDsRecord,
  dsRecordDifference,
  hasSameGlue,
  hasSameNameservers,
  hasSameStatuses,
  isSameDsRecord,
} from "../model/policy.ts";
import { missingYears } from "../model/term.ts";
import type { RegistryDomain } from "../ports.ts";
import type { IntentChange } from "./intents.ts";
import { breakPromise, dropPromisedDelegation, keepPromise } from "./promised-delegation.ts";
import { columnsOf, type Recording, type RowChange } from "./record-answer.ts";
import { recordStatus } from "./record-status.ts";
import { settleOperation } from "./settle-operation.ts";

const transferLock = "clientTransferProhibited";

/** What of a domain that we hold is not as our row has it. */
export async function recordDifference(
  recording: Recording,
  held: RegistryDomain,
): Promise<RowChange | undefined> {
  const { row } = recording;
  await recordDsRecords(recording, held);
  await recordDelegation(recording, held);
  await dropPromisedDelegation(recording, held.nameservers);
  await recordLock(recording, held);
  const contacts = await recordContacts(recording, held);
  const term = await recordRenewal(recording, held);
  const status = await recordStatus(recording, held, term.paidUntil ?? row.paidUntil);
  await dropWhatLapsed(recording, held);
  const columns = columnsOf(held);
  const change = { ...contacts, ...term, ...status };
  const isSame =
    Object.keys(change).length === 0 &&
    row.registryExpiresAt.getTime() === held.registryExpiresAt.getTime() &&
    hasSameStatuses(row.registryStatuses, held.statuses) &&
    hasSameNameservers(row.nameservers, held.nameservers) &&
    dsRecordDifference(row.dsRecords, held.dsRecords).added.length === 0 &&
    dsRecordDifference(row.dsRecords, held.dsRecords).removed.length === 0 &&
    hasSameGlue(row.glue, held.glue) &&
    isSameContacts(row.registryContacts, held.contacts);
  return isSame ? undefined : { ...columns, ...change };
}

async function recordDsRecords(recording: Recording, held: RegistryDomain): Promise<void> {
  const { row } = recording;
  const { dsRecords } = held;
  const difference = dsRecordDifference(row.dsRecords, dsRecords);
  for (const dsRecord of difference.removed) {
    await recording.record({
      intent: recording.credit(wantsDsRecord("remove_ds_record", dsRecord)),
      kind: "dnssec_change",
      action: "dnssec.ds_removed",
      summary: `${describeDsRecord(dsRecord)} removed`,
      details: { from: dsRecord, to: null },
    });
    await recording.announce("domain.dnssec_disabled", { name: row.name, dsRecord, dsRecords });
  }
  for (const dsRecord of difference.added) {
    await recording.record({
      intent: recording.credit(wantsDsRecord("publish_ds_record", dsRecord)),
      kind: "dnssec_change",
      action: "dnssec.ds_published",
      summary: `${describeDsRecord(dsRecord)} published`,
      details: { from: null, to: dsRecord },
    });
    await recording.announce("domain.dnssec_enabled", { name: row.name, dsRecord, dsRecords });
  }
}

function wantsDsRecord(kind: "publish_ds_record" | "remove_ds_record", dsRecord: DsRecord) {
  return (change: IntentChange) => change.kind === kind && isSameDsRecord(change.dsRecord, dsRecord);
}

async function recordDelegation(recording: Recording, held: RegistryDomain): Promise<void> {
  const { row } = recording;
  const isDelegationChanged = !hasSameNameservers(row.nameservers, held.nameservers);
  const isGlueChanged = !hasSameGlue(row.glue, held.glue);
  if (!isDelegationChanged && !isGlueChanged) {
    return;
  }
  const intent = recording.credit(
    (change) =>
      change.kind === "change_nameservers" && hasSameNameservers(change.nameservers, held.nameservers),
  );
  if (intent) {
    await keepPromise(recording, intent);
  }
  // Addresses that were not known before are no change of anybody's.
  if (!isDelegationChanged && row.glue.length === 0 && !intent) {
    return;
  }
  const named = held.nameservers.join(", ") || "none";
  await recording.record({
    intent,
    kind: "dns_change",
    action: "domain.nameservers_changed",
    summary: isDelegationChanged
      ? `Nameservers changed to ${named}`
      : `Addresses of nameservers changed to ${held.glue.map(({ host, addresses }) => `${host} (${addresses.join(", ")})`).join(", ") || "none"}`,
    details: isDelegationChanged
      ? { from: row.nameservers, to: held.nameservers }
      : { from: row.glue, to: held.glue },
  });
  if (isDelegationChanged) {
    await recording.announce("domain.nameservers_changed", {
      name: row.name,
      nameservers: held.nameservers,
      previousNameservers: row.nameservers,
    });
  }
}

async function recordLock(recording: Recording, held: RegistryDomain): Promise<void> {
  const before = recording.row.registryStatuses.includes(transferLock);
  const locked = held.statuses.includes(transferLock);
  const intent = recording.credit((change) => change.kind === "change_lock" && change.locked === locked);
  if (before === locked) {
    return;
  }
  await recording.record({
    intent,
    kind: "lock_change",
    action: locked ? "domain.locked" : "domain.unlocked",
    summary: locked ? "Locked against transfers" : "Unlocked for transfers",
    details: { from: before, to: locked },
  });
}

async function recordContacts(recording: Recording, held: RegistryDomain): Promise<RowChange> {
  const { row } = recording;
  const intent = recording.credit(
    (change) => change.kind === "change_contacts" && isSameContacts(change.contacts, held.contacts),
  );
  if (isSameContacts(row.registryContacts, held.contacts) && !intent) {
    return {};
  }
  if (row.registryContacts === null && !intent) {
    return {};
  }
  if (intent?.change.kind !== "change_contacts") {
    await recording.record({
      kind: "contact_change",
      action: "domain.contacts_changed",
      summary: "Contacts changed at the registry",
      // The registry's names for them are not told: who they are to this workspace is.
      details: { from: shownContacts(contactIdsOf(row)), to: shownContacts(nobody) },
    });
    return { registrantContactId: null, adminContactId: null, techContactId: null };
  }
  const { contactIds, whoisPrivacy } = intent.change;
  const isPrivacyAlone =
    row.whoisPrivacy !== whoisPrivacy &&
    row.registrantContactId === contactIds.registrant &&
    row.adminContactId === contactIds.admin &&
    row.techContactId === contactIds.tech;
  await recording.record({
    intent,
    kind: isPrivacyAlone ? "settings_change" : "contact_change",
    action: isPrivacyAlone ? "domain.privacy_changed" : "domain.contacts_changed",
    summary: isPrivacyAlone ? `WHOIS privacy turned ${whoisPrivacy ? "on" : "off"}` : "Contacts changed",
    details: isPrivacyAlone
      ? { from: row.whoisPrivacy, to: whoisPrivacy }
      : { from: shownContacts(contactIdsOf(row)), to: shownContacts(contactIds) },
  });
  return {
    registrantContactId: contactIds.registrant,
    adminContactId: contactIds.admin,
    techContactId: contactIds.tech,
    whoisPrivacy,
  };
}

type ShownContacts = Record<ContactRole, string | null>;

const nobody: ShownContacts = { registrant: null, admin: null, tech: null };

const contactIdsOf = (row: Recording["row"]): ShownContacts => ({
  registrant: row.registrantContactId,
  admin: row.adminContactId,
  tech: row.techContactId,
});

const shownContacts = (ids: ShownContacts): ShownContacts => ({
  registrant: ids.registrant && publicId("con", ids.registrant),
  admin: ids.admin && publicId("con", ids.admin),
  tech: ids.tech && publicId("con", ids.tech),
});

const isSameContacts = (
  one: { registrant: string | null; admin: string | null; tech: string | null } | null,
  other: { registrant: string | null; admin: string | null; tech: string | null },
) => one?.registrant === other.registrant && one.admin === other.admin && one.tech === other.tech;

/** Paid time moves by a renewal that somebody wanted; the registry's own date may have moved before. */
async function recordRenewal(recording: Recording, held: RegistryDomain): Promise<{ paidUntil?: Date }> {
  const { row, tx, now } = recording;
  let paidUntil: Date | undefined;
  for (;;) {
    const intent = recording.credit(
      (change) =>
        change.kind === "renew" &&
        change.paidUntil === (paidUntil ?? row.paidUntil).toISOString() &&
        missingYears(held.registryExpiresAt, new Date(change.toRegistryExpiresAt)) === 0,
    );
    if (intent?.change.kind !== "renew") {
      return paidUntil ? { paidUntil } : {};
    }
    const { years, toPaidUntil } = intent.change;
    const from = paidUntil ?? row.paidUntil;
    paidUntil = new Date(toPaidUntil);
    await recording.record({
      intent,
      kind: "renewal",
      action: "domain.renewed",
      summary: `Renewed for ${years} ${years === 1 ? "year" : "years"}`,
      details: { from: from.toISOString(), to: toPaidUntil },
    });
    await settleOperation(tx, intent.operationId, { state: "succeeded" }, now);
  }
}

/** RFC 5731 section 2.3: the status that a domain bears while the registry has yet to carry a change out. */
const statusAwaiting = (kind: IntentChange["kind"]): string | undefined =>
  kind === "renew"
    ? "pendingRenew"
    : kind.startsWith("change_") || kind.endsWith("_ds_record")
      ? "pendingUpdate"
      : undefined;

/** What the registry took and then did not carry out: it says so, or its status is gone and nothing has changed. */
async function dropWhatLapsed(recording: Recording, held: RegistryDomain): Promise<void> {
  const { tx, now } = recording;
  const reason = { code: "not_carried_out", message: "The registry did not carry it out." };
  for (const intent of recording.unsettled()) {
    const status = statusAwaiting(intent.change.kind);
    const hasLapsed = intent.isTaken && !intent.isInFlight && status && !held.statuses.includes(status);
    if (!hasLapsed && !intent.isRefused) {
      continue;
    }
    recording.dismiss(intent);
    await settleOperation(tx, intent.operationId, { state: "failed", reason }, now);
    await breakPromise(tx, intent, now);
  }
}
