import type postgres from "postgres";
import { endContactTransfer } from "../rules/contacts.ts";
import type { StoredDomain } from "../rules/domain.ts";
import { dueAt, passTime } from "../rules/life.ts";
import { lockContact, lockDueContacts, type StoredContact, saveContact } from "./contacts.ts";
import { lockDomain, lockDueDomains, removeDomain, saveDomain } from "./domains.ts";
import { moveHosts } from "./hosts.ts";
import { oldestQueuedAt, queueMessages } from "./poll-messages.ts";
import { bookCharges } from "./registrars.ts";

const batchSize = 200;

/** Reads a domain for a change, up to date. Returns `undefined` if it doesn't exist or was just purged. */
export async function lockCurrentDomain(
  tx: postgres.TransactionSql,
  name: string,
  now: Date,
): Promise<StoredDomain | undefined> {
  const domain = await lockDomain(tx, name);
  return domain && (await applyDueChanges(tx, domain, now));
}

async function applyDueChanges(
  tx: postgres.TransactionSql,
  domain: StoredDomain,
  now: Date,
): Promise<StoredDomain | undefined> {
  if (dueAt(domain) > now) {
    return domain;
  }
  const passed = passTime(domain, now);
  if (passed.domain) {
    await saveDomain(tx, passed.domain);
  } else {
    await removeDomain(tx, domain.name);
  }
  if (passed.domain && passed.domain.sponsor !== domain.sponsor) {
    await moveHosts(tx, domain.name, passed.domain.sponsor, passed.domain.transferredAt ?? now);
  }
  await queueMessages(tx, passed.notices);
  await bookCharges(tx, passed.charges);
  return passed.domain;
}

/** Reads a contact for a change, up to date. Returns `undefined` if it doesn't exist. */
export async function lockCurrentContact(
  tx: postgres.TransactionSql,
  id: string,
  now: Date,
): Promise<StoredContact | undefined> {
  const contact = await lockContact(tx, id);
  return contact && (await endDueTransfer(tx, contact, now));
}

/** Without an answer of the losing registrar, the registry approves a transfer. */
async function endDueTransfer(
  tx: postgres.TransactionSql,
  contact: StoredContact,
  now: Date,
): Promise<StoredContact> {
  const { transfer, transferDueAt } = contact;
  if (!transfer || !transferDueAt || transferDueAt > now) {
    return contact;
  }
  const ended = endContactTransfer(contact, transfer, "serverApproved", transferDueAt);
  await saveContact(tx, ended.contact);
  await queueMessages(tx, ended.notices);
  return ended.contact;
}

/** Applies the scheduled changes of these domains. */
export async function passTimeFor(sql: postgres.Sql, names: readonly string[], now: Date): Promise<void> {
  await sql.begin(async (tx) => {
    for (const name of [...names].sort()) {
      await lockCurrentDomain(tx, name, now);
    }
  });
}

/**
 * Applies the scheduled changes of all domains and contacts that a registrar's next message could depend on. Changes that are due
 * after its oldest message can wait. Works in batches.
 */
export async function passTimeForPoll(sql: postgres.Sql, registrar: string, now: Date): Promise<void> {
  for (let done = batchSize; done === batchSize; ) {
    const waiting = await oldestQueuedAt(sql, registrar);
    const until = waiting && waiting < now ? waiting : now;
    done = await sql.begin(async (tx) => {
      const due = await lockDueDomains(tx, until, batchSize);
      await Promise.all(due.map((domain) => applyDueChanges(tx, domain, now)));
      const contacts = await lockDueContacts(tx, until, batchSize);
      await Promise.all(contacts.map((contact) => endDueTransfer(tx, contact, now)));
      return Math.max(due.length, contacts.length);
    });
  }
}
