import type { Transaction } from "@zonepost/db";
import type { OrderLineInput } from "@zonepost/schema";
import type { Ctx, Queryable } from "../../../kernel/ctx.ts";
import type { DueRows } from "../../../kernel/due-work/due-work.ts";
import type { OrderPorts } from "../ports.ts";
import type { RenewalTerm } from "./policy.ts";

/** One thing that is to be renewed for another term. */
export type DueRenewal = RenewalTerm & {
  id: string;
  workspaceId: string;
  /** Names the term, so that the line of another term differs from it. */
  line: OrderLineInput;
};

export type RenewalFailure = {
  code: string;
  /** Written for the customer. */
  message: string;
  /** The card is the cause, or a missing card. Otherwise, the registry, after the payment or without one. */
  isPayment: boolean;
  /** The date of this try: it is recorded once. */
  since: Date | null;
  /** Null if it isn't tried again. */
  triesAgainAt: Date | null;
};

type FindCtx = OrderPorts & { db: Queryable };

/** A kind of thing that auto-renews. The sweep renews all of them in the same way. */
export type Renewable = {
  /** Of its sweep. */
  name: string;
  lineKind: OrderLineInput["kind"];
  /** The business time of the next try. */
  due: DueRows;
  /** Whether a term that has no order, for instance because no worker ran, is still tried after its grace. */
  isTriedAfterGrace: boolean;
  /** Undefined if it doesn't auto-renew, or no longer does. */
  find(ctx: FindCtx, id: string): Promise<DueRenewal | undefined>;
  findOfLine(
    ctx: FindCtx,
    line: { workspaceId: string; domainName: string },
  ): Promise<DueRenewal | undefined>;
  /** Records a try that failed, and tells the owners, unless the renewal is no longer due. */
  recordFailure(tx: Transaction, ctx: Ctx, renewal: DueRenewal, failure: RenewalFailure): Promise<void>;
  /** It has stayed unpaid until the end of its grace. */
  end(tx: Transaction, renewal: DueRenewal, now: Date): Promise<void>;
};
