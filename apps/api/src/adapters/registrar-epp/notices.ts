import type { PollSubject } from "@zonepost/epp";
import type { Registrar } from "../../modules/domains/ports.ts";
import { type Connection, translated } from "./calls.ts";
import { registrarErrorOf } from "./map.ts";
import { hasCode, resultCode } from "./result-codes.ts";

/** The registry's message queue (RFC 5730 section 2.9.2.3). */
export const noticesOf = ({ client }: Connection): Pick<Registrar, "nextNotice" | "acknowledgeNotice"> => ({
  async nextNotice() {
    const { data } = await translated(client.poll());
    if (!data) {
      return null;
    }
    return {
      id: data.id,
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
