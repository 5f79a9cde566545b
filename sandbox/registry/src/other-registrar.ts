import type { DomainTransferCommand, DomainTransferResult } from "@zonepost/epp";
import { decodeResult } from "@zonepost/epp/codec";
import type postgres from "postgres";
import { transferDomain } from "./commands/domain/domain-transfer.ts";
import { businessNow } from "./state/business-clock.ts";
import { otherRegistrar } from "./state/seed.ts";

/** Actions of the other registrar in a transfer. A refused action rejects with EPP's code. */
export type OtherRegistrar = {
  /** Requests the transfer of a domain, as a new owner's registrar would. */
  otherRegistrarRequestsTransfer(name: string, authInfo: string): Promise<DomainTransferResult>;
  /** Cancels its own request, or approves or rejects a request for one of its domains. */
  otherRegistrarEndsTransfer(
    name: string,
    operation: "cancel" | "approve" | "reject",
  ): Promise<DomainTransferResult>;
};

export function createOtherRegistrar(sql: postgres.Sql): OtherRegistrar {
  const send = async (command: DomainTransferCommand): Promise<DomainTransferResult> => {
    const context = { sql, registrar: otherRegistrar, now: await businessNow(sql) };
    const { parts } = await transferDomain(context, command);
    return decodeResult("domain:transfer", parts ?? { resData: [], extensions: [] });
  };
  return {
    otherRegistrarRequestsTransfer: (name, authInfo) =>
      send({ type: "domain:transfer", operation: "request", name, authInfo }),
    otherRegistrarEndsTransfer: (name, operation) => send({ type: "domain:transfer", operation, name }),
  };
}
