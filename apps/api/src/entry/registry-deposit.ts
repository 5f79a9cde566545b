import { parseArgs } from "node:util";
import { readSetUpEnv } from "../env.ts";
import { wireSetUp } from "../wire-set-up.ts";
import { refuse, runCommand } from "./command.ts";

// Posts money that was paid to a registry to the ledger. Invalid input gives one line on stderr and exit code 2.

const { values } = parseArgs({
  options: { registrar: { type: "string", default: "primary" }, amount: { type: "string", default: "" } },
});
const { registrar, amount } = values;
const [, sign, whole, cents] = /^(-?)(\d{1,9})\.(\d{2})$/.exec(amount) ?? [];
const amountCents = Number(`${sign}${whole}${cents}`);

if (!amountCents) {
  refuse(
    "--amount must be an amount such as 500.00, or --amount=-500.00 for money that the registry returned",
  );
}
await runCommand(async () => {
  const setUp = wireSetUp(readSetUpEnv());
  try {
    const currency = await setUp.recordRegistryDeposit({ registrar, amountCents });
    if (currency === null) {
      refuse(
        `the balance at the registry of ${registrar} hasn't been compared with the ledger yet; check --registrar, or wait for the daily reconciliation`,
      );
    }
    console.log(`Recorded a deposit of ${amount} ${currency} at the registry of ${registrar}.`);
  } finally {
    await setUp.close();
  }
});
