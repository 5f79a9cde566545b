import { mailDkimKeys, mailHosts } from "@zonepost/db";
import type { SecretBox } from "@zonepost/secret-box";
import { asc, gt, sql } from "drizzle-orm";
import type { Queryable } from "../../../kernel/ctx.ts";
import type { SealedColumn } from "../../../kernel/database/sealed-column.ts";

/** The owner that a DKIM private key is sealed for. */
export const dkimKeyOwner = (mailDomainId: string): string => `mail_domain:${mailDomainId}`;

/** The columns that ENCRYPTION_KEY seals, or a key derived from it. */
export const mailSecrets: readonly SealedColumn[] = [
  {
    column: mailDkimKeys.privateKeyEncrypted,
    id: mailDkimKeys.id,
    ownerId: mailDkimKeys.mailDomainId,
    ownerOf: dkimKeyOwner,
    values: "DKIM keys",
  },
];

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

export const findDkimBox = async (db: Queryable, secretBox: SecretBox): Promise<SecretBox> =>
  chooseDkimBox(secretBox, await readHosts(db));

const readHosts = (db: Queryable) =>
  db
    .select({ name: mailHosts.name, secretKeyIds: mailHosts.secretKeyIds })
    .from(mailHosts)
    .where(gt(mailHosts.lastSeenAt, sql`now() - make_interval(hours => ${hostGoneHours})`))
    .orderBy(asc(mailHosts.name));

/** The mail hosts whose agents can't open what the current key would seal, so that DKIM keys wait for them. */
export async function findHostsWithoutKey(db: Queryable, secretBox: SecretBox): Promise<string[]> {
  const [{ keyIds: [keyId = ""] = [] } = {}] = secretBox.derive("mail agent");
  const hosts = await readHosts(db);
  return hosts.filter(({ secretKeyIds }) => !secretKeyIds?.includes(keyId)).map(({ name }) => name);
}

/** Opens a DKIM key in each of its forms; undefined if its key isn't configured any more. */
export function openDkimKey(secretBox: SecretBox, sealed: string, owner: string): string | undefined {
  const box = [secretBox, ...secretBox.derive("mail agent")].find((each) => each.hasKeyOf(sealed));
  return box?.open(sealed, owner);
}
