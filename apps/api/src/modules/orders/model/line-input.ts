import type { OrderLineInput, OrderLineKind } from "@zonepost/schema";

/** Pays what a lost dispute has left owed. Placed by a request of its own. */
export type SettlementLine = { kind: "settlement"; orderId: string; domainName: string };

export type LineInput = OrderLineInput | SettlementLine;

/** In place of a code that isn't stored any more. No request can have it. */
export const noCode = "";

/** The domain that it is about. */
export const nameOfLine = (line: LineInput): string => ("name" in line ? line.name : line.domainName);

/**
 * What a line buys. Within a workspace, one open line holds each thing, whatever its caller: `order_lines_thing_key`
 * refuses a second one.
 */
export function thingOf(line: LineInput): string {
  switch (line.kind) {
    case "registration":
    case "restore":
    case "transfer_in":
      return `name:${line.name}`;
    case "renewal":
      return `renewal:${line.name}:${new Date(line.currentExpiresAt).toISOString()}`;
    case "mail_plan":
      return `mail_plan:${line.domainName}`;
    case "settlement":
      return `settlement:${line.orderId}`;
  }
}

/** Lines that buy a name from the outside. Anything else is for a domain that the workspace has. */
export const isForNewName = ({ kind }: { kind: OrderLineKind }): boolean =>
  kind === "registration" || kind === "transfer_in";
