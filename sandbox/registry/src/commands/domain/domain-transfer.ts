import type { DomainTransferCommand } from "@zonepost/epp";
import { encodeResult } from "@zonepost/epp/codec";
import type postgres from "postgres";
import { Refusal } from "../../refusal.ts";
import { isTransferPending, rulesOf, type StoredDomain } from "../../rules/domain.ts";
import type { OfferedName } from "../../rules/names.ts";
import { assertAgreed, feeOf, priceOf } from "../../rules/prices.ts";
import {
  assertTransferable,
  describeTransfer,
  endTransfer,
  requestTransfer,
  type Transferred,
} from "../../rules/transfer.ts";
import { yearsOf } from "../../rules/years.ts";
import { saveDomain } from "../../state/domains.ts";
import { moveHosts } from "../../state/hosts.ts";
import { queueMessages } from "../../state/poll-messages.ts";
import { bookCharges, readAccount, requireFunds } from "../../state/registrars.ts";
import type { CommandContext, Done } from "../command-context.ts";
import { assertAuthInfo, currentDomain, offeredName, readDomain } from "./domain-access.ts";

export async function transferDomain(context: CommandContext, command: DomainTransferCommand): Promise<Done> {
  const name = offeredName(command.name);
  if (command.operation === "query") {
    return await showTransfer(context, name, command);
  }
  const { transfer } = await context.sql.begin(async (tx) => {
    const domain = await currentDomain(tx, name, context.now);
    const after =
      command.operation === "request"
        ? await request(tx, context, name, domain, command)
        : await end(tx, context, domain, command);
    await saveDomain(tx, after.domain);
    if (after.domain.sponsor !== domain.sponsor) {
      await moveHosts(tx, domain.name, after.domain.sponsor, context.now);
    }
    await queueMessages(tx, after.notices);
    await bookCharges(tx, after.charges);
    return after;
  });
  const price = command.operation === "request" ? priceOf(name, "transfer", transfer.years) : undefined;
  return {
    code: transfer.status === "pending" ? 1001 : 1000,
    parts: encodeResult("domain:transfer", {
      ...describeTransfer(name.name, transfer),
      ...feeOf(name, await readAccount(context.sql, context.registrar), { price }),
    }),
  };
}

async function request(
  tx: postgres.TransactionSql,
  { registrar, now }: CommandContext,
  name: OfferedName,
  domain: StoredDomain,
  command: DomainTransferCommand,
): Promise<Transferred> {
  if (domain.sponsor === registrar) {
    throw new Refusal(2106, "you sponsor this domain already");
  }
  if (command.authInfo === undefined) {
    throw new Refusal(2003, "a request needs authorization information");
  }
  await assertAuthInfo(tx, domain, command.authInfo, command.authInfoRoid);
  assertTransferable(domain, registrar, now);
  const { transferYears } = rulesOf(domain).profile;
  if (command.period && yearsOf(command.period) !== transferYears) {
    throw new Refusal(2306, `a transfer adds ${transferYears} years`);
  }
  assertAgreed(name, "transfer", transferYears, command.fee);
  await requireFunds(tx, { registrar, cents: priceOf(name, "transfer", transferYears) });
  return requestTransfer(domain, registrar, now);
}

const endings = {
  approve: { status: "clientApproved", side: "losing" },
  reject: { status: "clientRejected", side: "losing" },
  cancel: { status: "clientCancelled", side: "gaining" },
} as const;

async function end(
  tx: postgres.TransactionSql,
  { registrar, now }: CommandContext,
  domain: StoredDomain,
  command: DomainTransferCommand,
): Promise<Transferred> {
  const { operation } = command;
  if (operation === "request" || operation === "query") {
    throw new Error("not an ending");
  }
  const { status, side } = endings[operation];
  const { transfer } = domain;
  const isParty = [domain.sponsor, isTransferPending(domain) && transfer?.requestedBy].includes(registrar);
  if (!isParty) {
    throw new Refusal(2201, "another registrar sponsors this domain");
  }
  if (!transfer || !isTransferPending(domain)) {
    throw new Refusal(2301, "no transfer is pending");
  }
  if (registrar !== (side === "losing" ? domain.sponsor : transfer.requestedBy)) {
    throw new Refusal(2201, `this is for the ${side} side to do`);
  }
  if (command.authInfo !== undefined) {
    await assertAuthInfo(tx, domain, command.authInfo, command.authInfoRoid);
  }
  return endTransfer(domain, transfer, status, now);
}

/** RFC 5731 section 3.1.3: both registrars may query it, and any client with the authorization information. */
async function showTransfer(
  context: CommandContext,
  name: OfferedName,
  command: DomainTransferCommand,
): Promise<Done> {
  const { domain } = await readDomain(context, name);
  const { transfer } = domain;
  if (command.authInfo !== undefined) {
    await assertAuthInfo(context.sql, domain, command.authInfo, command.authInfoRoid);
  } else if (![domain.sponsor, transfer?.requestedBy, transfer?.actedBy].includes(context.registrar)) {
    throw new Refusal(2201, "another registrar sponsors this domain");
  }
  if (!transfer) {
    throw new Refusal(2301, "no transfer of this domain was asked for");
  }
  return { parts: encodeResult("domain:transfer", describeTransfer(name.name, transfer)) };
}
