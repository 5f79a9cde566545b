import type { OperatorBooks } from "@zonepost/schema/panel";
import type { OperatorCtx } from "../../../kernel/ctx.ts";
import { publicId } from "../../../kernel/ids.ts";
import { readBooks } from "../../payments/index.ts";

/** How the ledger compares with the processor and the registries. */
export async function getBooks({ db }: OperatorCtx): Promise<OperatorBooks> {
  const { day, differences, unchecked } = await readBooks(db);
  const presented = differences.map(({ paymentId, ...difference }) => ({
    ...difference,
    paymentId: paymentId === null ? null : publicId("pay", paymentId),
  }));
  return { day, differences: presented, unchecked };
}
