import type { Db } from "@zonepost/db";
import type { SecretBox } from "@zonepost/secret-box";
import { type Env, EnvError } from "../env.ts";
import { hasKeysOf, replaceKeys } from "../kernel/database/encryption-key.ts";
import type { SealedColumn } from "../kernel/database/sealed-column.ts";
import type { Logger } from "../kernel/log.ts";
import { accountSecrets } from "../modules/accounts/index.ts";
import { mailSecrets } from "../modules/mail/index.ts";
import { orderSecrets } from "../modules/orders/index.ts";
import { webhookSecrets } from "../modules/webhooks/index.ts";

/** All columns with values that ENCRYPTION_KEY has sealed. */
export const secretColumns: readonly SealedColumn[] = [
  ...accountSecrets,
  ...mailSecrets,
  ...orderSecrets,
  ...webhookSecrets,
];

const name = "ENCRYPTION_KEY";

/** With another key, no secret in the database could be read, and new ones would be lost with it. */
export async function refuseWrongKey(
  db: Db,
  secretBox: SecretBox,
  { log, LIVE_ALLOW_UNSAFE = [] }: { log: Logger } & Partial<Pick<Env, "LIVE_ALLOW_UNSAFE">>,
): Promise<void> {
  if (await hasKeysOf(db, secretBox, secretColumns)) {
    return;
  }
  if (!LIVE_ALLOW_UNSAFE.includes(name)) {
    throw new EnvError(
      `${name}: isn't the key that the secrets in this database are encrypted with; set it to that key, from secrets.json or your backup, or add that key to ENCRYPTION_KEYS_RETIRED (if it is lost: LIVE_ALLOW_UNSAFE=${name})`,
    );
  }
  await replaceKeys(db, secretBox);
  log.warn({ setting: name }, `unsafe setting: ${name} replaces another key, whose secrets can't be read`);
}
