import { mailDkimKeys, mailHosts } from "@zonepost/db";
import type { SecretBox } from "@zonepost/secret-box";
import { gt, sql } from "drizzle-orm";
import type { Queryable } from "../../../kernel/ctx.ts";

/** The columns that ENCRYPTION_KEY seals, or a key derived from it. */
export const mailSecrets = [mailDkimKeys.privateKeyEncrypted];

/** A host that hasn't reported for this long isn't waited for: its agent is gone, or gets its keys again later. */
const hostGoneHours = 24;

/** Null: an agent of a version that doesn't report which keys it has, and only has the installation's. */
type HostKeys = { secretKeyIds: readonly string[] | null };

/**
 * What seals DKIM keys: a key for mail agents alone, derived from the installation's, once all agents report that they have
 * it. While they have only one derived from a retired key, that one; without any, the installation's own key.
 */
export function chooseDkimBox(secretBox: SecretBox, hosts: readonly HostKeys[]): SecretBox {
  const isHeldByAll = ({ keyIds: [keyId = ""] }: SecretBox) =>
    hosts.every(({ secretKeyIds }) => secretKeyIds?.includes(keyId));
  return secretBox.derive("mail agent").find(isHeldByAll) ?? secretBox;
}

export async function findDkimBox(db: Queryable, secretBox: SecretBox): Promise<SecretBox> {
  const hosts = await db
    .select({ secretKeyIds: mailHosts.secretKeyIds })
    .from(mailHosts)
    .where(gt(mailHosts.lastSeenAt, sql`now() - make_interval(hours => ${hostGoneHours})`));
  return chooseDkimBox(secretBox, hosts);
}

/** Opens a DKIM key in each of its forms; undefined if its key isn't configured any more. */
export function openDkimKey(secretBox: SecretBox, sealed: string, owner: string): string | undefined {
  const box = [secretBox, ...secretBox.derive("mail agent")].find((each) => each.hasKeyOf(sealed));
  return box?.open(sealed, owner);
}
