import type { ContactTransferCommand } from "@zonepost/epp";
import { encodeResult } from "@zonepost/epp/codec";
import { Refusal } from "../../refusal.ts";
import { endContactTransfer, requestContactTransfer } from "../../rules/contacts.ts";
import { type StoredContact, saveContact } from "../../state/contacts.ts";
import { queueMessages } from "../../state/poll-messages.ts";
import { matchesSecret } from "../../state/secrets.ts";
import type { CommandContext, Done } from "../command-context.ts";
import { currentContact } from "./contact-access.ts";

export async function transferContact(
  context: CommandContext,
  command: ContactTransferCommand,
): Promise<Done> {
  const { id, operation } = command;
  const transfer = await context.sql.begin(async (tx) => {
    const contact = await currentContact(tx, id, context.now);
    if (operation === "query") {
      return await shownTransfer(contact, context, command);
    }
    const after =
      operation === "request"
        ? await request(contact, context, command)
        : await end(contact, context, operation, command);
    await saveContact(tx, after.contact);
    await queueMessages(tx, after.notices);
    return after.transfer;
  });
  return {
    code: operation === "request" ? 1001 : 1000,
    parts: encodeResult("contact:transfer", { id, ...transfer }),
  };
}

async function request(
  contact: StoredContact,
  { registrar, now }: CommandContext,
  { authInfo }: ContactTransferCommand,
) {
  if (contact.sponsor !== registrar) {
    if (authInfo === undefined) {
      throw new Refusal(2003, "a request needs authorization information");
    }
    await assertAuthInfo(contact, authInfo);
  }
  return requestContactTransfer(contact, registrar, now);
}

const endings = {
  approve: { status: "clientApproved", side: "losing" },
  reject: { status: "clientRejected", side: "losing" },
  cancel: { status: "clientCancelled", side: "gaining" },
} as const;

async function end(
  contact: StoredContact,
  { registrar, now }: CommandContext,
  operation: keyof typeof endings,
  { authInfo }: ContactTransferCommand,
) {
  const { transfer, transferDueAt, sponsor } = contact;
  const isPending = transfer !== null && transferDueAt !== null;
  if (sponsor !== registrar && !(isPending && transfer.requestedBy === registrar)) {
    throw new Refusal(2201, "another registrar sponsors this contact");
  }
  if (!isPending) {
    throw new Refusal(2301, "no transfer is pending");
  }
  const { status, side } = endings[operation];
  if (registrar !== (side === "losing" ? sponsor : transfer.requestedBy)) {
    throw new Refusal(2201, `this is for the ${side} side to do`);
  }
  if (authInfo !== undefined) {
    await assertAuthInfo(contact, authInfo);
  }
  return endContactTransfer(contact, transfer, status, now);
}

/** RFC 5733 section 3.1.3: both registrars may query it, and any client with the authorization information. */
async function shownTransfer(
  contact: StoredContact,
  { registrar }: CommandContext,
  { authInfo }: ContactTransferCommand,
) {
  const { transfer, sponsor } = contact;
  if (authInfo !== undefined) {
    await assertAuthInfo(contact, authInfo);
  } else if (![sponsor, transfer?.requestedBy, transfer?.actedBy].includes(registrar)) {
    throw new Refusal(2201, "another registrar sponsors this contact");
  }
  if (!transfer) {
    throw new Refusal(2301, "no transfer of this contact was asked for");
  }
  return transfer;
}

async function assertAuthInfo({ authInfoHash }: StoredContact, authInfo: string): Promise<void> {
  if (!(await matchesSecret(authInfo, authInfoHash))) {
    throw new Refusal(2202, "that is not the contact's authorization information");
  }
}
