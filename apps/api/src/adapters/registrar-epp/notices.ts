import type { PollResult, PollSubject } from "@zonepost/epp";
import type { Registrar } from "../../modules/domains/ports.ts";
import { centsOf } from "./balances.ts";
import { type Connection, translated } from "./calls.ts";
import { registrarErrorOf } from "./map.ts";
import { hasCode, resultCode } from "./result-codes.ts";

/** The registry's message queue (RFC 5730 section 2.9.2.3). */
export const noticesOf = ({
  client,
  currency,
}: Connection): Pick<Registrar, "nextNotice" | "acknowledgeNotice"> => ({
  async nextNotice() {
    const { data } = await translated(client.poll());
    if (!data) {
      return null;
    }
    const { subject } = data;
    return {
      id: data.id,
      queuedAt: data.queuedAt ?? null,
      kind: kindOf(subject),
      details: detailsOf(data, currency),
      domainName: subjectName(data.subject)?.toLowerCase() ?? null,
      message: data.text ?? "",
      isRefusal: data.subject?.type === "domain:pendingAction" && !data.subject.action.succeeded,
    };
  },

  async acknowledgeNotice(id) {
    try {
      await client.ackPoll(id);
    } catch (error) {
      // Another worker removed it, or our first try did and its response was lost.
      if (hasCode(error, resultCode.doesNotExist)) {
        return;
      }
      throw registrarErrorOf(error);
    }
  },
});

function kindOf(subject: PollSubject | undefined) {
  if (subject?.type === "lowBalance") {
    return "low_balance";
  }
  if (subject?.type === "maintenance") {
    return "maintenance";
  }
  return subjectName(subject) === null ? "other" : "domain";
}

/** Never the object itself, which can contain an auth code. */
function detailsOf({ subject, change }: PollResult, currency: string): Record<string, unknown> {
  if (subject?.type === "lowBalance") {
    // The mapping's amounts are any text; one that can't be read must not block the queue.
    const priceCents = centsOf(subject.lowBalance.availableCredit);
    return { ...subject.lowBalance, ...(priceCents !== undefined && { balance: { priceCents, currency } }) };
  }
  return {
    ...(subject?.type === "maintenance" && subject.maintenance),
    ...(change && { change }),
  };
}

function subjectName(subject: PollSubject | undefined): string | null {
  switch (subject?.type) {
    case "domain:info":
    case "domain:renewed":
      return subject.domain.name;
    case "domain:transfer":
      return subject.transfer.name;
    case "domain:pendingAction":
      return subject.action.name;
    default:
      return null;
  }
}
