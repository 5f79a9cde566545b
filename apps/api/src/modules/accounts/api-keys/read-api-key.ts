import type { Db } from "@zonepost/db";
import type { Right } from "@zonepost/schema";
import type { ApiKeyActor } from "../../../kernel/actor.ts";
import {
  addressNotAllowed,
  apiKeyExpired,
  apiKeyHeld,
  apiKeyQuarantined,
  apiKeyRevoked,
  invalidApiKey,
} from "../errors.ts";
import { hashApiKey, isApiKeyText } from "./api-key-text.ts";
import { isWithin } from "./ip-ranges.ts";

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
  isHeld: boolean;
  isUseDue: boolean;
  isQuarantined: boolean;
  nowMs: number;
};

/**
 * Reads the key of an Authorization header with one prepared query per request, so that revoking takes effect at once.
 * Expiry and last use are in business time.
 */
export async function readApiKey(db: Db, authorization: string, ipAddress: string): Promise<ApiKeyActor> {
  const key = /^Bearer +(\S+)$/i.exec(authorization)?.[1];
  if (key === undefined || !isApiKeyText(key)) {
    throw invalidApiKey();
  }
  const [row] = await db.$client<KeyRow[]>`
    select k.id, k.name, k.workspace_id as "workspaceId", k.scopes, k.domain_names as "domainNames",
      k.ip_ranges as "ipRanges", (extract(epoch from k.expires_at) * 1000)::float8 as "expiresAtMs",
      k.revoked_at is not null as "isRevoked", k.held_at is not null as "isHeld", coalesce(k.expires_at <= business.now, false) as "isExpired",
      coalesce(k.last_used_at <= business.now - interval '1 minute', true) as "isUseDue",
      (extract(epoch from business.now) * 1000)::float8 as "nowMs",
      exists (select from installation where key = 'quarantine') as "isQuarantined"
    from api_keys k
    left join business_clock c on true
    cross join lateral (select now() + coalesce(c.offset_ms, 0) * interval '1 millisecond') as business (now)
    where k.key_hash = ${hashApiKey(key)}`;
  if (!row) {
    throw invalidApiKey();
  }
  if (row.isQuarantined) {
    throw apiKeyQuarantined();
  }
  if (row.isRevoked) {
    throw apiKeyRevoked();
  }
  if (row.isExpired) {
    throw apiKeyExpired();
  }
  if (row.isHeld) {
    throw apiKeyHeld();
  }
  if (row.ipRanges && !isWithin(row.ipRanges, ipAddress)) {
    throw addressNotAllowed(ipAddress);
  }
  if (row.isUseDue) {
    await noteUse(db, row, ipAddress);
  }
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

/** At most once a minute per key. Requests don't wait for it. */
async function noteUse(db: Db, { id, nowMs }: KeyRow, ipAddress: string): Promise<void> {
  const now = new Date(nowMs).toISOString();
  await db.$client`
    update api_keys set last_used_at = ${now}, last_used_ip_address = ${ipAddress}
    where id = (
      select id from api_keys
      where id = ${id} and coalesce(last_used_at <= ${now}::timestamptz - interval '1 minute', true)
      for no key update skip locked)`;
}
