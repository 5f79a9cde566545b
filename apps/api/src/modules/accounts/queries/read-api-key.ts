import type { Db } from "@zonepost/db";
import type { Right } from "@zonepost/schema";
import type { ApiKeyActor } from "../../../kernel/actor.ts";
import { AppError } from "../../../kernel/errors.ts";
import { hashApiKey, isApiKeyText } from "../api-key-text.ts";
import { isWithin } from "../ip-ranges.ts";

type KeyRow = {
  id: string;
  name: string;
  workspaceId: string;
  scopes: Right[];
  domainNames: string[] | null;
  ipRanges: string[] | null;
  expiresAtMs: number | null;
  isExpired: boolean;
  isRevoked: boolean;
  isUseDue: boolean;
};

/**
 * The key in an Authorization header, read by one prepared query at each request: a key that was revoked is dead at
 * once. Its expiry goes by business time.
 */
export async function readApiKey(db: Db, authorization: string, ipAddress: string): Promise<ApiKeyActor> {
  const key = /^Bearer +(\S+)$/i.exec(authorization)?.[1];
  if (key === undefined || !isApiKeyText(key)) throw invalidApiKey();
  const [row] = await db.$client<KeyRow[]>`
    select k.id, k.name, k.workspace_id as "workspaceId", k.scopes, k.domain_names as "domainNames",
      k.ip_ranges as "ipRanges", (extract(epoch from k.expires_at) * 1000)::float8 as "expiresAtMs", k.revoked_at is not null as "isRevoked",
      coalesce(k.expires_at <= now() + c.offset_ms * interval '1 millisecond', false) as "isExpired",
      k.last_used_at is null or k.last_used_at < now() - interval '1 minute'
        or k.last_used_ip_address is distinct from ${ipAddress} as "isUseDue"
    from api_keys k left join business_clock c on true
    where k.key_hash = ${hashApiKey(key)}`;
  if (!row) throw invalidApiKey();
  if (row.isRevoked) throw refused("api_key_revoked", "This API key was revoked.");
  if (row.isExpired) throw refused("api_key_expired", "This API key has expired.");
  if (row.ipRanges && !isWithin(row.ipRanges, ipAddress))
    throw new AppError(
      "forbidden",
      "address_not_allowed",
      `This API key does not work from ${ipAddress}. Its workspace says from where it does.`,
    );
  if (row.isUseDue)
    await db.$client`
      update api_keys set last_used_at = now(), last_used_ip_address = ${ipAddress}
      where id = ${row.id}`;
  const { id, name, workspaceId, domainNames, ipRanges, expiresAtMs } = row;
  return {
    kind: "api_key",
    keyId: id,
    name,
    workspaceId,
    scopes: new Set(row.scopes),
    domainNames,
    ipRanges,
    expiresAt: expiresAtMs === null ? null : new Date(expiresAtMs),
  };
}

const refused = (code: string, message: string) => new AppError("unauthenticated", code, message);
const invalidApiKey = () =>
  refused("invalid_api_key", "The Authorization header holds no API key of this service.");
