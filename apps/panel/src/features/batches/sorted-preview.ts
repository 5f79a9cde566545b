import type { DomainBatchPreviewItem } from "@zonepost/schema";

type Previewed = {
  changed: DomainBatchPreviewItem[];
  /** Already as they would be. */
  same: DomainBatchPreviewItem[];
  failing: DomainBatchPreviewItem[];
};

export function sortedPreview(items: readonly DomainBatchPreviewItem[]): Previewed {
  const sorted: Previewed = { changed: [], same: [], failing: [] };
  for (const item of items) {
    const { wouldSucceed, before, after } = item;
    const isSame = JSON.stringify(before) === JSON.stringify(after);
    sorted[wouldSucceed ? (isSame ? "same" : "changed") : "failing"].push(item);
  }
  return sorted;
}
