import type { DomainOperationPreview } from "@zonepost/schema";

/**
 * A preview without the problem that nobody agreed to the price: premium names want the price that was seen, which a
 * preview is there to show, so it is no problem of the person's.
 */
export function apartFromPrice(preview: DomainOperationPreview): DomainOperationPreview {
  const problems = preview.problems.filter(({ pointer }) => pointer !== "/expectedPriceCents");
  return { ...preview, problems, wouldSucceed: problems.length === 0 };
}
