import type { Clock } from "../../../kernel/clock.ts";
import type { Queryable, Transaction } from "../../../kernel/ctx.ts";
import type { ErasureRule } from "../../../kernel/erasure/erasure-rule.ts";
import type { EmailPorts } from "../ports.ts";
import type { WorkspaceHolds } from "./erasure-policy.ts";

/** What the other modules know about a workspace or a person that is erased. */
export type ErasurePorts = EmailPorts & {
  panelUrl: string;
  /** Gets a note about each erasure, to repeat it after a restore. */
  operatorEmail: string | undefined;
  /** Of all tables, in an order in which rows go before those that they refer to. */
  erasureRules: readonly ErasureRule[];
  countHolds(db: Queryable, workspaceId: string): Promise<WorkspaceHolds>;
  /** In the transaction that ends everyone's access. */
  endDeliveries(tx: Transaction, workspaceId: string): Promise<void>;
  /** In the same transaction: the nameservers stop serving the workspace's zones. */
  withdrawZones(tx: Transaction, deps: { clock: Clock }, workspaceId: string): Promise<void>;
  countCustomers(db: Queryable, workspaceId: string): Promise<number>;
  /** Null where the card processor isn't connected: a worker does it then. */
  deleteCustomers: ((workspaceId: string) => Promise<void>) | null;
};
