import type postgres from "postgres";
import { Refusal } from "../refusal.ts";
import { judgeName, type OfferedName } from "../rules/names.ts";
import { renewIfDue } from "../state/auto-renew.ts";
import { lockDomain, type StoredDomain } from "../state/domains.ts";
import type { CommandContext } from "./command-context.ts";

export function offeredName(given: string): OfferedName {
  const judged = judgeName(given);
  if (judged.kind === "rejected") throw new Refusal(2005, judged.reason);
  return judged;
}

/** The domain that a command names, as it is by now. */
export async function currentDomain(
  tx: postgres.TransactionSql,
  name: OfferedName,
  now: Date,
): Promise<StoredDomain> {
  const domain = await lockDomain(tx, name.name);
  if (domain) return await renewIfDue(tx, domain, now);
  if (name.magic === "taken") throw new Refusal(2201, "another registrar sponsors this domain");
  throw new Refusal(2303, "there is no such domain");
}

/** The same, for a change: only the sponsor may make one. */
export async function ownDomain(
  tx: postgres.TransactionSql,
  name: OfferedName,
  { registrar, now }: CommandContext,
): Promise<StoredDomain> {
  if (name.magic === "fail") throw new Refusal(2400, "this name fails");
  const domain = await currentDomain(tx, name, now);
  if (domain.sponsor !== registrar) throw new Refusal(2201, "another registrar sponsors this domain");
  return domain;
}
