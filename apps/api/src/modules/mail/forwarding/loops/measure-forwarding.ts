/** What mail to an address reaches: an alias, an account or a catch-all. */
export type Route = {
  /** The alias's or account's own address, also if mail reached it by a subaddress. */
  address: string;
  workspaceId: string;
  targets: readonly string[];
  /** Whether the mail is also delivered here. */
  keepsCopy: boolean;
};

/** Postfix stops at 1,000 in both, so a change of another workspace's alias doesn't soon exceed that. */
export const maxDeliveries = 200;
export const maxHops = 20;

export type Measured = { loops: boolean; deliveries: number; hops: number };

/**
 * Follows mail to all addresses that it reaches. An address that is reached twice counts twice, as mail servers expand it
 * twice. Those of other workspaces count once, so that the size of their aliases isn't revealed.
 */
export function measureForwarding(
  start: string,
  routeOf: (address: string) => Route | undefined,
  workspaceId: string,
): Measured {
  const finished = new Map<string, Measured>();
  const open = new Set<string>();
  const measure = (address: string): Measured => {
    const route = routeOf(address);
    if (!route || route.targets.length === 0) {
      return { loops: false, deliveries: 1, hops: 0 };
    }
    const known = finished.get(route.address);
    if (known) {
      return known;
    }
    if (open.has(route.address)) {
      return { loops: true, deliveries: 1, hops: 0 };
    }
    open.add(route.address);
    const parts = route.targets.map(measure);
    open.delete(route.address);
    const sum = parts.reduce((total, { deliveries }) => total + deliveries, route.keepsCopy ? 1 : 0);
    const measured = {
      loops: parts.some(({ loops }) => loops),
      deliveries: route.workspaceId === workspaceId ? sum : 1,
      hops: 1 + Math.max(...parts.map(({ hops }) => hops)),
    };
    finished.set(route.address, measured);
    return measured;
  };
  return measure(start);
}

export const isTooLarge = ({ deliveries, hops }: Measured): boolean =>
  deliveries > maxDeliveries || hops > maxHops;
