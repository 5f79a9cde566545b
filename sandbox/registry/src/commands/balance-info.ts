import { fromMinorUnits } from "@zonepost/epp";
import { encodeResult } from "@zonepost/epp/codec";
import { passTimeForPoll } from "../state/passing-time.ts";
import { readAccount } from "../state/registrars.ts";
import type { CommandContext, Done } from "./command-context.ts";

const creditThreshold = { type: "FIXED", value: "100.00" } as const;

/** The registrar's own account, after everything that is due. */
export async function showBalance({ sql, registrar, now }: CommandContext): Promise<Done> {
  await passTimeForPoll(sql, registrar, now);
  const { balance, creditLimit } = await readAccount(sql, registrar);
  const result = {
    creditLimit: fromMinorUnits(creditLimit),
    balance: fromMinorUnits(-balance),
    availableCredit: fromMinorUnits(balance + creditLimit),
    creditThreshold,
  };
  return { parts: encodeResult("balance:info", result) };
}
