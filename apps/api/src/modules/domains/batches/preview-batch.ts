import type {
  DomainBatchChange,
  DomainBatchInput,
  DomainBatchPreview,
  DomainBatchPreviewItem,
  DomainBatchSettings,
  Warning,
} from "@zonepost/schema";
import type { WorkspaceCtx } from "../../../kernel/ctx.ts";
import { AppError, type FieldError, invalid, notFound } from "../../../kernel/errors.ts";
import { publicId } from "../../../kernel/ids.ts";
import { limitParallel } from "../../../kernel/limits/limit-parallel.ts";
import { presentContacts } from "../contacts/change-domain-contacts.ts";
import { findContacts } from "../contacts/prepare-contacts.ts";
import { domainInUse } from "../errors.ts";
import { assertDeletable, isNamedByOthers } from "../lifecycle/delete-domain.ts";
import { afterDeletion, findRefund, mailWarnings, refundWarning } from "../lifecycle/deletion-warnings.ts";
import type { DomainRow } from "../model/domain-row.ts";
import { readOwnDomains } from "../model/get-own-domain.ts";
import { canonicalNameservers, delegationTo, nameserverProblems } from "../nameservers/nameserver-policy.ts";
import { validateOperation } from "../operations/validate-operation.ts";
import { requireConfirmedPayment } from "../portfolio/require-confirmed-payment.ts";
import { requireLockOffered, requirePrivacyOffered, requireRenewable } from "../portfolio/update-domain.ts";
import type { DomainPorts, RefundOfDeletion } from "../ports.ts";
import { isFinalDeletion } from "../rules/deletion.ts";
import { throwIfRefused } from "../rules/findings.ts";
import { isLocked } from "../rules/is-locked.ts";
import { requireChangeable } from "../rules/require-changeable.ts";
import { describeFieldError } from "./batch-messages.ts";
import { contactsAfter } from "./contacts-after.ts";
import { requireBatchRight } from "./require-batch-right.ts";
import { requireCount } from "./require-count.ts";

type PreviewCtx = WorkspaceCtx & DomainPorts;
type Outcome = { after: DomainBatchSettings; warnings?: Warning[]; refund?: RefundOfDeletion | null };

/** Queries of one preview that run at the same time, so that a thousand names leave connections to others. */
const parallel = 4;

/**
 * What a batch would do to each domain, by our own records: no registry and no nameserver is asked. Uses the checks of
 * the changes themselves.
 */
export async function previewBatch(
  ctx: PreviewCtx,
  { names: given, change }: Pick<DomainBatchInput, "names" | "change">,
): Promise<DomainBatchPreview> {
  requireBatchRight(ctx.actor, change);
  const names = [...new Set(given)];
  requireCount(change, names);
  const rows = new Map((await readOwnDomains(ctx, names)).map((row) => [row.name, row]));
  const inTurn = limitParallel(parallel);
  const previewed = await Promise.all(
    names.map((name) => inTurn(() => previewOne(ctx, change, name, rows.get(name)))),
  );
  const items = withRefunds(previewed);
  const wouldSucceedCount = items.filter(({ wouldSucceed }) => wouldSucceed).length;
  return {
    dryRun: true,
    total: items.length,
    wouldSucceedCount,
    wouldFailCount: items.length - wouldSucceedCount,
    items,
  };
}

type Previewed = DomainBatchPreviewItem & { refund: RefundOfDeletion | null };

async function previewOne(
  ctx: PreviewCtx,
  change: DomainBatchChange,
  domainName: string,
  domain: DomainRow | undefined,
): Promise<Previewed> {
  const before = domain ? settingsOf(domain, change) : null;
  try {
    if (!domain) {
      throw notFound();
    }
    const { after, warnings = [], refund = null } = await outcomeOf(ctx, change, domain);
    return { domainName, wouldSucceed: true, before, after, problems: [], warnings, refund };
  } catch (error) {
    if (!(error instanceof AppError)) {
      throw error;
    }
    const message = error.fields?.map((field) => describeFieldError(change, field)).join(" ");
    const problems = [{ code: error.code, message: message ?? error.publicMessage }];
    return { domainName, wouldSucceed: false, before, after: null, problems, warnings: [], refund: null };
  }
}

/** The part of a domain that a change concerns. */
function settingsOf(domain: DomainRow, change: DomainBatchChange): DomainBatchSettings {
  const { autoRenew, whoisPrivacy, nameservers, status } = domain;
  if ("autoRenew" in change) {
    return { autoRenew };
  }
  if ("locked" in change) {
    return { locked: isLocked(domain.registryStatuses) };
  }
  if ("whoisPrivacy" in change) {
    return { whoisPrivacy };
  }
  if ("nameservers" in change) {
    return { nameservers };
  }
  if ("contacts" in change) {
    const idOf = (id: string | null) => (id === null ? null : publicId("con", id));
    return {
      contacts: {
        registrantId: idOf(domain.registrantContactId),
        adminId: idOf(domain.adminContactId),
        techId: idOf(domain.techContactId),
      },
    };
  }
  return { status };
}

/** Throws if the change would fail. */
async function outcomeOf(ctx: PreviewCtx, change: DomainBatchChange, domain: DomainRow): Promise<Outcome> {
  const rules = ctx.registrars.rulesOf(domain.tld);
  if ("autoRenew" in change) {
    if (domain.autoRenew !== change.autoRenew) {
      requireRenewable(domain);
    }
    return { after: { autoRenew: change.autoRenew } };
  }
  if ("locked" in change) {
    requireLockOffered(ctx, domain);
    if (!change.locked && isLocked(domain.registryStatuses)) {
      await requireConfirmedPayment(ctx, domain);
    }
    return { after: { locked: change.locked } };
  }
  if ("whoisPrivacy" in change) {
    requirePrivacyOffered(ctx, domain);
    if (domain.whoisPrivacy !== change.whoisPrivacy) {
      presentContacts(domain);
    }
    return { after: { whoisPrivacy: change.whoisPrivacy } };
  }
  if ("nameservers" in change) {
    requireChangeable(domain);
    throwIfAny(nameserverProblems(rules, domain, change.nameservers, "/nameservers"));
    return { after: { nameservers: delegationTo(canonicalNameservers(change.nameservers)).nameservers } };
  }
  if ("contacts" in change) {
    requireChangeable(domain);
    const after = contactsAfter(domain, change.contacts);
    throwIfAny((await findContacts(ctx, domain, after)).problems);
    const { registrantId, adminId = registrantId, techId = registrantId } = after;
    return { after: { contacts: { registrantId, adminId, techId } } };
  }
  return outcomeOfDeletion(ctx, domain);
}

async function outcomeOfDeletion(ctx: PreviewCtx, domain: DomainRow): Promise<Outcome> {
  throwIfRefused(await validateOperation(ctx, domain, assertDeletable));
  if (await isNamedByOthers(ctx, domain)) {
    throw domainInUse();
  }
  const rules = ctx.registrars.rulesOf(domain.tld);
  const { registeredAt } = domain;
  const isFinal = isFinalDeletion({ registeredAt, graceStatuses: [] }, rules, await ctx.clock.now());
  const outcome = afterDeletion(isFinal, rules);
  return {
    after: { status: isFinal ? "deleted" : "redemption" },
    warnings: [outcome, ...(await mailWarnings(ctx, domain, outcome))],
    refund: await findRefund(ctx, domain),
  };
}

/** The first refunds are automatic up to the limit of the month, in the order in which the domains are deleted. */
function withRefunds(previewed: Previewed[]): DomainBatchPreviewItem[] {
  let refundCount = 0;
  return previewed.map(({ refund, ...item }) => {
    if (!refund) {
      return item;
    }
    refundCount += 1;
    const warning = refundWarning(refund, refundCount > refund.undoneLeft);
    return { ...item, warnings: [...item.warnings, warning] };
  });
}

function throwIfAny(problems: readonly FieldError[]): void {
  const [first, ...more] = problems;
  if (first) {
    throw invalid([first, ...more]);
  }
}
