import type { DomainOperationPreview, TransferInInput } from "@zonepost/schema";
import type { WorkspaceCtx } from "../../../kernel/ctx.ts";
import { AppError } from "../../../kernel/errors.ts";
import { limitParallel } from "../../../kernel/limits/limit-parallel.ts";
import { requireRight } from "../../../kernel/rights.ts";
import { previewTransferIn } from "../../domains/index.ts";
import { storeTransferCodes } from "../auth-codes/transfer-codes.ts";
import { isTwice } from "../errors.ts";
import type { OrderPorts } from "../ports.ts";

type Wanted = Pick<TransferInInput, "name" | "authCode">;

/** Registries that are asked at the same time. */
const parallel = 6;

/**
 * Whether domains can be transferred in with these codes, and at which price. The codes of those that can are stored,
 * sealed, until they are ordered or a day has passed; the others are forgotten.
 */
export async function checkTransfers(
  ctx: WorkspaceCtx & OrderPorts,
  lines: readonly Wanted[],
): Promise<DomainOperationPreview[]> {
  requireRight(ctx.actor, "domains:buy");
  const inTurn = limitParallel(parallel);
  const checked = await Promise.all(
    lines.map(({ name, authCode }, index) =>
      lines.findIndex((other) => other.name === name) < index
        ? refusedAs(name, [{ code: "invalid_input", message: isTwice(name), pointer: "/name" }])
        : inTurn(() => checkTransfer(ctx, { name, authCode })),
    ),
  );
  await storeTransferCodes(
    ctx,
    lines.filter((_line, index) => checked[index]?.wouldSucceed),
  );
  return checked;
}

const checkTransfer = (ctx: WorkspaceCtx & OrderPorts, { name, authCode }: Wanted) =>
  previewTransferIn(
    ctx,
    { name, authCode, autoRenew: true, whoisPrivacy: false },
    { isPriceRequest: true },
  ).catch((error: unknown) => {
    // One name with too many wrong codes, or one registry that is away, doesn't keep the others from being checked.
    if (!(error instanceof AppError) || error.kind === "forbidden") {
      throw error;
    }
    const { code, publicMessage: message, fields } = error;
    return refusedAs(
      name,
      fields?.map((field) => ({ code, ...field })) ?? [{ code, message, pointer: null }],
    );
  });

const refusedAs = (
  domainName: string,
  problems: DomainOperationPreview["problems"],
): DomainOperationPreview => ({
  dryRun: true,
  kind: "transfer_in",
  domainName,
  wouldSucceed: false,
  years: null,
  priceCents: null,
  currency: null,
  expiresAt: null,
  problems,
  warnings: [],
});
