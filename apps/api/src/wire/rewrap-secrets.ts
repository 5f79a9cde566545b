import type { SecretBox } from "@zonepost/secret-box";
import type { Ctx } from "../kernel/ctx.ts";
import { findOtherSealers, type OtherSealer } from "../kernel/database/connection-name.ts";
import { countSealed, rewrapColumn, type SealedCounts } from "../kernel/database/rewrap.ts";
import { findHostsWithoutKey, mailSecrets, resealDkimKeys } from "../modules/mail/index.ts";
import { secretColumns } from "./refuse-wrong-key.ts";

type SecretsCtx = Pick<Ctx, "db" | "clock" | "log"> & { secretBox: SecretBox };

export type SealedReport = {
  counts: SealedCounts;
  /** The keys that ENCRYPTION_KEY gives, and those that earlier ones give. */
  current: readonly string[];
  retired: readonly string[];
  /** Programs that seal with another key. They couldn't read what is sealed again, so they must end first. */
  others: readonly OtherSealer[];
  /** Mail hosts for which DKIM keys keep their seal. */
  hostsWithoutKey: readonly string[];
};

export async function reportSealed({
  db,
  secretBox,
}: Pick<SecretsCtx, "db" | "secretBox">): Promise<SealedReport> {
  const [current = [], ...retired] = secretBox.keyIds.map((keyId, at) => [
    keyId,
    ...(secretBox.derive("mail agent")[at]?.keyIds ?? []),
  ]);
  return {
    counts: await countSealed(db, secretColumns),
    current,
    retired: retired.flat(),
    others: await findOtherSealers(db, secretBox),
    hostsWithoutKey: await findHostsWithoutKey(db, secretBox),
  };
}

/** Seals everything again that a retired key has sealed. Returns how many values can't be opened. */
export async function rewrapSecrets(ctx: SecretsCtx): Promise<number> {
  const { db, secretBox } = ctx;
  let unreadable = 0;
  for (const column of secretColumns.filter((each) => !mailSecrets.includes(each))) {
    unreadable += await rewrapColumn(db, secretBox, column);
  }
  // They have a key for mail hosts, and wait until those have it.
  const job = { actor: { kind: "system", job: "rewrap" } as const, requestId: null, ipAddress: null };
  await resealDkimKeys({ ...ctx, ...job }, new AbortController().signal);
  return unreadable;
}
