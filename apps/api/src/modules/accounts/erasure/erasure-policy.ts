/** How many of each there are. A workspace with any isn't erased. */
export type WorkspaceHolds = {
  domains: number;
  operations: number;
  orders: number;
  losses: number;
  charges: number;
  payments: number;
  refunds: number;
  disputes: number;
};

const words: Record<keyof WorkspaceHolds, (count: number) => string> = {
  domains: (count) => (count === 1 ? "1 domain" : `${count} domains`),
  operations: (count) => `${count} unfinished at the registry`,
  orders: (count) => (count === 1 ? "1 open order" : `${count} open orders`),
  losses: (count) => `${count} with a lost dispute that isn't settled`,
  charges: (count) => (count === 1 ? "1 open charge" : `${count} open charges`),
  payments: (count) =>
    `${count === 1 ? "1 payment" : `${count} payments`} within the 20 days until confirmation, or paused`,
  refunds: (count) => (count === 1 ? "1 unsettled refund" : `${count} unsettled refunds`),
  disputes: (count) => (count === 1 ? "1 open dispute" : `${count} open disputes`),
};

/** What holds a workspace, in words. */
export const describeHolds = (holds: WorkspaceHolds): string[] =>
  (Object.keys(words) as (keyof WorkspaceHolds)[])
    .filter((hold) => holds[hold] > 0)
    .map((hold) => words[hold](holds[hold]));

type Seat = { workspaceId: string; name: string; role: string; otherOwners: number };

/** The workspaces that would be left without an owner. */
export const ownedAlone = <Given extends Seat>(seats: readonly Given[]): Given[] =>
  seats.filter(({ role, otherOwners }) => role === "owner" && otherOwners === 0);
