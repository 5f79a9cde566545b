import { createDb, type Db, members, users, workspaces } from "@zonepost/db";
import { createTestDatabase } from "@zonepost/db/testing";
import type { AttentionItem, WorkspaceRole } from "@zonepost/schema";
import pino from "pino";
import { wallClock } from "../../../src/kernel/clock.ts";
import type { WorkspaceCtx } from "../../../src/kernel/ctx.ts";
import { newId } from "../../../src/kernel/ids.ts";

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;
/** Business and wall time of these tests: both go on, and none of their states ends within an hour. */
export const inDays = (days: number): Date => new Date(Date.now() + days * dayMs);
const inMinutes = (minutes: number): Date => new Date(Date.now() + minutes * minuteMs);

export async function createAttentionFixture() {
  const database = await createTestDatabase();
  const db = createDb(database.url, { maxConnections: 5, statementTimeoutMs: 0 });
  return {
    db,
    sql: db.$client,
    createWorkspace: () => createWorkspace(db),
    async close() {
      await db.close();
      await database.drop();
    },
  };
}

type Options = { role?: WorkspaceRole; domainNames?: string[] };

async function createWorkspace(db: Db) {
  const workspaceId = newId();
  const now = new Date();
  await db.insert(workspaces).values({ id: workspaceId, name: "Agency", slug: workspaceId, createdAt: now });
  /** A new member of the workspace. */
  const join = async ({ role = "owner", domainNames }: Options = {}): Promise<WorkspaceCtx> => {
    const userId = newId();
    const email = `${userId}@people.test`;
    await db.insert(users).values({ id: userId, name: "Someone", email, createdAt: now, updatedAt: now });
    await db
      .insert(members)
      .values({ id: newId(), workspaceId, userId, role, domainNames: domainNames ?? null, createdAt: now });
    return {
      db,
      clock: wallClock,
      actor: {
        kind: "user",
        userId,
        sessionId: newId(),
        email,
        workspaceId,
        role,
        domainNames: domainNames ?? null,
        confirmedAt: now,
      },
      requestId: null,
      ipAddress: null,
      log: pino({ level: "silent" }),
    };
  };
  return { id: workspaceId, join, plant: planter(db, workspaceId) };
}

const actor = JSON.stringify({ kind: "system", id: null, name: "test" });

/** Puts the states into the tables from which each kind of problem follows. */
function planter(db: Db, workspaceId: string) {
  const sql = db.$client;
  const iso = (date: Date | null) => date?.toISOString() ?? null;
  const domain = async (
    name: string,
    options: {
      status?: string;
      autoRenew?: boolean;
      paidUntil?: Date;
      nextRenewalAt?: Date | null;
      statusEndsAt?: Date;
      suspendedAt?: Date;
    } = {},
  ): Promise<string> => {
    const id = newId();
    const { status = "active", autoRenew = true, paidUntil = inDays(200) } = options;
    await sql`insert into domains (id, workspace_id, name, tld, registrar, status, auto_renew, whois_privacy, registered_at,
        paid_until, registry_expires_at, nameservers, ds_records, registry_statuses, synced_at, next_renewal_at,
        status_ends_at, suspended_at, created_at)
      values (${id}, ${workspaceId}, ${name}, 'com', 'primary', ${status}, ${autoRenew}, true, ${iso(inDays(-300))},
        ${iso(paidUntil)}, ${iso(paidUntil)}, '{}', '[]', '{}', now(),
        ${iso(options.nextRenewalAt ?? null)}, ${iso(options.statusEndsAt ?? null)}, ${iso(options.suspendedAt ?? null)},
        now())`;
    return id;
  };
  const operation = (name: string, domainId: string, kind: string, state: string, reason: object | null) =>
    sql`insert into domain_operations (id, workspace_id, domain_name, domain_id, kind, state, reason, waits_until, actor,
        created_at, updated_at, finished_at)
      values (${newId()}, ${workspaceId}, ${name}, ${domainId}, ${kind}, ${state}, ${JSON.stringify(reason)}::text::jsonb,
        ${state === "failed" ? null : iso(inDays(4))}, ${actor}::text::jsonb, ${iso(inMinutes(-60))}, now(),
        ${state === "failed" ? iso(inMinutes(-5)) : null})`;
  const dnsCheck = (domainId: string, problem: "is_broken" | "is_silent", checkedAt = inMinutes(-10)) =>
    sql`insert into domain_dns_checks (domain_id, workspace_id, checked_at, next_check_at, is_broken, is_silent,
        breaks_since, silent_since, asked)
      values (${domainId}, ${workspaceId}, ${iso(checkedAt)}, now(), ${problem === "is_broken"},
        ${problem === "is_silent"}, ${iso(inDays(-1))}, ${iso(inDays(-1))}, 2)`;
  const mail = async (
    name: string,
    options: { paidUntil?: Date; autoRenew?: boolean; suspendedAt?: Date; interrupted?: boolean } = {},
  ): Promise<string> => {
    const id = newId();
    const { paidUntil = inDays(200), autoRenew = true } = options;
    await sql`insert into mail_domains (id, workspace_id, domain_id, domain_name, plan_slug, max_accounts, storage_gigabytes,
        status, activated_at, paid_until, auto_renew, suspended_at, interrupted_paid_until)
      values (${id}, ${workspaceId}, ${newId()}, ${name}, 'starter', 5, 2, 'active', ${iso(inDays(-90))},
        ${iso(paidUntil)}, ${autoRenew}, ${iso(options.suspendedAt ?? null)},
        ${options.interrupted ? iso(inDays(100)) : null})`;
    return id;
  };
  const mailbox = async (mailDomainId: string, address: string, forwardTo: string | null = null) => {
    const id = newId();
    await sql`insert into mail_accounts (id, mail_domain_id, full_address, display_name, password_hash, quota_megabytes,
        forward_to, created_at)
      values (${id}, ${mailDomainId}, ${address}, 'Info', 'x', 100, ${forwardTo}, ${iso(inDays(-80))})`;
    return id;
  };
  const payment = async (): Promise<string> => {
    const id = newId();
    await sql`insert into payments (id, workspace_id, order_id, status, amount_cents, tax_cents, currency, created_at)
      values (${id}, ${workspaceId}, ${newId()}, 'received', 1188, 188, 'EUR', now())`;
    return id;
  };
  const endpoint = (url: string, active: boolean, failures: number, deactivatedAt: Date | null = null) =>
    sql`insert into webhook_endpoints (id, workspace_id, url, events, secret_encrypted, active, consecutive_failures,
        deactivated_at, deactivation_reason, created_at)
      values (${newId()}, ${workspaceId}, ${url}, '{*}', 'x', ${active}, ${failures}, ${iso(deactivatedAt)},
        ${active ? null : "failures"}, ${iso(inDays(-30))})`;
  const failedRenewal = async (name: string, paidUntil = inDays(11)): Promise<string> => {
    const id = await domain(name, { paidUntil, nextRenewalAt: inDays(4) });
    const details = {
      failed: "automatic_renewal",
      code: "card_declined",
      isPayment: true,
      expiresAt: iso(paidUntil),
      triesAgainAt: iso(inDays(4)),
      endsAt: iso(inDays(40)),
    };
    await sql`insert into domain_history (id, domain_id, kind, summary, details, actor, occurred_at)
      values (${newId()}, ${id}, 'renewal', 'Auto-renewal failed: The card was declined.',
        ${JSON.stringify(details)}::text::jsonb, ${actor}::text::jsonb, ${iso(inDays(-2))})`;
    return id;
  };
  const dispute = async (kind: "dispute" | "early_fraud_warning") =>
    sql`insert into payment_disputes (id, workspace_id, payment_id, processor_id, kind, state, amount_cents, evidence_due_at,
        opened_at)
      values (${newId()}, ${workspaceId}, ${await payment()}, ${newId()}, ${kind}, 'open', 1188, ${iso(inDays(6))},
        ${iso(inDays(-1))})`;

  const causes: Record<AttentionItem["kind"], (name: string) => Promise<unknown>> = {
    domain_in_redemption: (name) => domain(name, { status: "redemption", statusEndsAt: inDays(20) }),
    domain_expired: (name) => domain(name, { status: "expired", autoRenew: false, paidUntil: inDays(-3) }),
    renewal_failed: (name) => failedRenewal(name),
    registry_refuses: async (name) =>
      operation(name, await domain(name), "nameserver_change", "failed", {
        code: "refused",
        message: "The registry refuses the nameservers.",
      }),
    dnssec_broken: async (name) => dnsCheck(await domain(name), "is_broken"),
    nameservers_silent: async (name) => dnsCheck(await domain(name), "is_silent"),
    transfer_out_requested: async (name) =>
      operation(name, await domain(name, { status: "pending_transfer" }), "transfer_out", "action_required", {
        code: "approve_or_reject",
        message: "Another registrar requested a transfer.",
      }),
    mail_unpaid: (name) => mail(name, { paidUntil: inDays(-2) }),
    mail_suspended: (name) => mail(name, { paidUntil: inDays(-2), interrupted: true }),
    domain_suspended: (name) => domain(name, { suspendedAt: inDays(-2) }),
    refund_owed: async () => {
      const paymentId = await payment();
      const attemptId = newId();
      await sql`insert into payment_attempts (id, workspace_id, payment_id, kind, state, is_on_session, requested_by, created_at)
        values (${attemptId}, ${workspaceId}, ${paymentId}, 'card', 'succeeded', true, ${actor}::text::jsonb, now())`;
      await sql`insert into refunds (id, workspace_id, payment_id, attempt_id, state, reason, amount_cents, tax_cents,
          line_amounts, requested_by, created_at, finished_at)
        values (${newId()}, ${workspaceId}, ${paymentId}, ${attemptId}, 'failed', 'requested', 1188, 188, '[]',
          ${actor}::text::jsonb, ${iso(inDays(-3))}, ${iso(inDays(-2))})`;
    },
    endpoint_deactivated: (name) => endpoint(`https://${name}/hook`, false, 10, inDays(-1)),
    mail_dns_wrong: async (name) => {
      const records = [{ purpose: "mx", status: "missing", severity: "error" }];
      const health = { "mx 10 a": { state: "broken", since: iso(inDays(-2)) } };
      await sql`insert into mail_dns_checks (mail_domain_id, workspace_id, records, checked_at, health)
        values (${await mail(name)}, ${workspaceId}, ${JSON.stringify(records)}::text::jsonb, ${iso(inMinutes(-10))},
          ${JSON.stringify(health)}::text::jsonb)`;
    },
    storage_nearly_full: async (name) => {
      const accountId = await mailbox(await mail(name), `info@${name}`);
      await sql`insert into mail_account_use (account_id, used_bytes, warned_percent)
        values (${accountId}, ${95 * 1_048_576}, 95)`;
    },
    sending_limited: async (name) => {
      const mailDomainId = await mail(name);
      const accountId = await mailbox(mailDomainId, `info@${name}`);
      await sql`insert into mail_sending_limits (scope_id, cause, scope, workspace_id, mail_domain_id, limited_at)
        values (${accountId}, 'own', 'account', ${workspaceId}, ${mailDomainId}, ${iso(inMinutes(-1))})`;
    },
    expires_without_renewal: (name) => domain(name, { autoRenew: false, paidUntil: inDays(20) }),
    card_expires: () => {
      const [year = 0, month = 0] = inDays(0).toISOString().split("-").map(Number);
      // A card is valid until the end of its month, so on the first days of a month it is the month before.
      return sql`insert into payment_methods (id, workspace_id, processor_id, brand, last4, expiry_month, expiry_year, is_default, created_at)
        values (${newId()}, ${workspaceId}, ${newId()}, 'visa', '4242', ${month === 1 ? 12 : month - 1},
          ${month === 1 ? year - 1 : year}, true, now())`;
    },
    endpoint_failing: (name) => endpoint(`https://${name}/hook`, true, 6),
    payment_disputed: () => dispute("dispute"),
    fraud_warning: () => dispute("early_fraud_warning"),
    forwarding_unconfirmed: async (name) => {
      const mailDomainId = await mail(name);
      await mailbox(mailDomainId, `info@${name}`, `away@elsewhere.test`);
      await sql`insert into mail_forward_targets (mail_domain_id, address, token_hash, sent_at, created_at)
        values (${mailDomainId}, 'away@elsewhere.test', ${newId()}, ${iso(inDays(-4))}, ${iso(inDays(-4))})`;
    },
    dkim_waiting: async (name) =>
      sql`insert into mail_dkim_keys (id, mail_domain_id, selector, public_key, stage, created_at)
        values (${newId()}, ${await mail(name)}, 'zp2', 'x', 'pending', ${iso(inDays(-8))})`,
  };
  return { causes, domain, mail, mailbox, endpoint, dnsCheck, failedRenewal, operation };
}
