import type { DomainOperationKind } from "@zonepost/schema";
import { isInAddGrace } from "../../rules/deletion.ts";
import {
  applied,
  changeFailed,
  type Decision,
  finished,
  intentFor,
  type RowChange,
  type Situation,
} from "./decision.ts";
import { completeDeferredDelegation } from "./deferred-changes.ts";

export function decideDeparture(
  situation: Situation,
  where: "elsewhere" | "unregistered",
): Partial<Decision> {
  const { row } = situation;
  // A domain being deleted can't be transferred: the name became free and was registered by someone else.
  const wasDeleted = row.status === "redemption" || row.status === "pending_delete";
  return where === "elsewhere" && !wasDeleted ? moveAway(situation) : disappear(situation, where);
}

const left: RowChange = { statusEndsAt: null, nextLookAt: null, authCodeExpiresAt: null };

function moveAway(situation: Situation): Partial<Decision> {
  const intent = intentFor(situation.intents, ({ kind }) => kind === "approve_transfer");
  return {
    ...closeAll(situation, intent, "transfer_out"),
    departure: {
      how: "transferred_out",
      at: situation.transfer?.actsAt ?? situation.now,
      rules: situation.rules,
    },
    row: { ...left, status: "transferred_out" },
    history: [
      {
        intent,
        kind: "transfer",
        action: "domain.transferred_out",
        summary: "Transferred out to another registrar",
        details: { direction: "out" },
      },
    ],
    events: [{ type: "domain.transferred", data: { name: situation.row.name, direction: "out" } }],
  };
}

function disappear(situation: Situation, where: "elsewhere" | "unregistered"): Partial<Decision> {
  const { row, rules, now } = situation;
  const intent = intentFor(situation.intents, ({ kind }) => kind === "delete");
  // The registry may be read long after the deletion that we sent.
  const at = intent?.createdAt ?? now;
  const wasKept = row.status !== "redemption" && row.status !== "pending_delete";
  return {
    isRegistrationUndone: isInAddGrace(row, rules, at),
    departure: wasKept ? { how: "deleted", at, rules } : null,
    ...closeAll(situation, intent, "deletion"),
    row: { ...left, status: "deleted" },
    history: [
      {
        intent,
        kind: "deletion",
        action: "domain.deleted",
        summary:
          where === "elsewhere" ? "Deleted, and since registered by someone else" : "Deleted and released",
        details: { from: row.status, to: "deleted" },
      },
    ],
  };
}

const gone = { code: "domain_gone", message: "The domain was deleted or transferred away." };

/** Gone domains are never processed again, so everything still open for them ends here. */
function closeAll(
  { intents, openOperation }: Situation,
  fulfilled: Situation["intents"][number] | undefined,
  wanted: DomainOperationKind,
): Pick<Decision, "intents" | "operations"> {
  const others = intents.filter(({ id }) => id !== fulfilled?.id);
  const isWanted = openOperation?.kind === wanted;
  return {
    intents: [...applied(fulfilled), ...others.map((intent) => ({ intent, event: "supersede" }) as const)],
    operations: [
      ...others.flatMap((intent) => [...completeDeferredDelegation(intent), ...changeFailed(intent, gone)]),
      ...(isWanted ? finished(openOperation?.id, "succeeded") : finished(openOperation?.id, "failed", gone)),
    ],
  };
}
