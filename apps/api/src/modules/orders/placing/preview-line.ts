import type { DomainOperationPreview } from "@zonepost/schema";
import type { WorkspaceCtx } from "../../../kernel/ctx.ts";
import { publicId } from "../../../kernel/ids.ts";
import { replacesOrder } from "../errors.ts";
import { findContest } from "../holds/find-contest.ts";
import type { OrderPorts } from "../ports.ts";
import { type DomainLineInput, previewOperation } from "./quote-lines.ts";

/** A dry run of an operation that is an order of one line: an open order for the same thing can be in its way. */
export async function previewLine(
  ctx: WorkspaceCtx & OrderPorts,
  line: DomainLineInput,
): Promise<DomainOperationPreview> {
  const preview = await previewOperation(ctx, line);
  const { refusals, replaced } = await findContest(ctx, [line]);
  const problems = [
    ...preview.problems,
    ...refusals.map(({ code, publicMessage: message }) => ({ code, message, pointer: null })),
  ];
  const replacements = replaced.map(({ order }) => replacesOrder(publicId("ord", order.id)));
  return {
    ...preview,
    wouldSucceed: problems.length === 0,
    problems,
    warnings: [...preview.warnings, ...replacements],
  };
}
