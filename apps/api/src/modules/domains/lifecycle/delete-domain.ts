import { domains, type Transaction } from "@zonepost/db";
import type { DeletionInput, DomainOperation, DomainOperationPreview, Warning } from "@zonepost/schema";
import { and, arrayOverlaps, eq, ne } from "drizzle-orm";
import type { Ctx, WorkspaceCtx } from "../../../kernel/ctx.ts";
import { requireRight } from "../../../kernel/rights.ts";
import { asAppError, domainInUse, wrongStatus } from "../errors.ts";
import type { DomainRow } from "../model/domain-row.ts";
import { getOwnDomain, isHeld } from "../model/get-own-domain.ts";
import { startOperation } from "../operations/start-operation.ts";
import { validateOperation } from "../operations/validate-operation.ts";
import type { DomainPorts } from "../ports.ts";
import { sendDeletion } from "../registry-sync/sends/send-deletion.ts";
import { isFinalDeletion } from "../rules/deletion.ts";
import { previewOf, throwIfRefused } from "../rules/findings.ts";
import { afterDeletion, findRefund, mailWarnings, refundWarning } from "./deletion-warnings.ts";

type Deletion = Omit<DeletionInput, "dryRun"> & { name: string };

/**
 * Deletes a domain at its registry. Within the add grace period the name is free at once; later the domain can be
 * restored.
 */
export async function deleteDomain(
  ctx: WorkspaceCtx & DomainPorts,
  input: Deletion,
): Promise<DomainOperation> {
  requireRight(ctx.actor, "domains:release");
  const { domain, findings } = await validateDeletion(ctx, input);
  throwIfRefused(findings);
  return startDeletion(ctx, domain, assertDeletable);
}

/** Previews the deletion. Needs no step-up, because nothing changes. */
export async function previewDeletion(
  ctx: WorkspaceCtx & DomainPorts,
  input: Deletion,
): Promise<DomainOperationPreview> {
  requireRight(ctx.actor, "domains:release");
  const { domain, findings } = await validateDeletion(ctx, input);
  const warning = await deletionWarning(ctx, domain);
  const refund = await findRefund(ctx, domain);
  findings.warnings.push(
    warning,
    ...(refund ? [refundWarning(refund, refund.undoneLeft === 0)] : []),
    ...(await mailWarnings(ctx, domain, warning)),
  );
  return previewOf(findings, {
    kind: "deletion",
    domainName: domain.name,
    years: null,
    priceCents: null,
    currency: null,
    expiresAt: null,
  });
}

async function validateDeletion(ctx: WorkspaceCtx, input: Deletion) {
  const domain = await getOwnDomain(ctx, input.name);
  const findings = await validateOperation(ctx, domain, assertDeletable);
  if (input.confirmName !== domain.name) {
    findings.fields.push({ pointer: "/confirmName", message: "Enter the name of the domain." });
  }
  if (await isNamedByOthers(ctx, domain)) {
    findings.refusals.push(domainInUse());
  }
  return { domain, findings };
}

/**
 * Whether a domain under our management at the same registry uses a host below this one (RFC 5731 section 3.2.2),
 * whichever workspace it belongs to. The registry checks all others.
 */
export async function isNamedByOthers(ctx: WorkspaceCtx, domain: DomainRow): Promise<boolean> {
  const hosts = domain.glue.map(({ host }) => host);
  if (hosts.length === 0) {
    return false;
  }
  const [other] = await ctx.db
    .select({ id: domains.id })
    .from(domains)
    .where(
      and(
        isHeld,
        eq(domains.registrar, domain.registrar),
        ne(domains.id, domain.id),
        arrayOverlaps(domains.nameservers, hosts),
      ),
    )
    .limit(1);
  return other !== undefined;
}

export function assertDeletable(row: DomainRow): void {
  if (row.status !== "active" && row.status !== "expired") {
    throw wrongStatus("deleted", row.status);
  }
}

/** The deletion, without a rights check. `decide` checks the row under its lock and throws if it is not allowed. */
export function startDeletion(
  ctx: Ctx & DomainPorts,
  domain: Pick<DomainRow, "id">,
  decide: (row: DomainRow, now: Date, tx: Transaction) => void | Promise<void>,
): Promise<DomainOperation> {
  return startOperation(
    ctx,
    domain.id,
    { kind: "deletion", state: "pending" },
    async (row, now, tx) => {
      await decide(row, now, tx);
      return { kind: "delete" } as const;
    },
    sendDeletion,
  );
}

async function deletionWarning(ctx: WorkspaceCtx & DomainPorts, domain: DomainRow): Promise<Warning> {
  const answer = await ctx.registrars
    .byCode(domain.registrar)
    ?.readDomain(domain.name)
    .catch((error: unknown) => {
      throw asAppError(error);
    });
  const rules = ctx.registrars.rulesOf(domain.tld);
  const held = answer?.kind === "held" ? answer.domain : undefined;
  const isFinal = held !== undefined && isFinalDeletion(held, rules, await ctx.clock.now());
  return afterDeletion(isFinal, rules);
}
