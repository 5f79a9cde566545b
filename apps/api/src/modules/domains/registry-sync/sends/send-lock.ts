import type { DomainRow } from "../../model/domain-row.ts";
import { readHeld } from "../../model/registrar.ts";
import type { Send } from "../../ports.ts";
import type { IntentChange } from "../intents/intent-change.ts";
import { unlessPassing } from "./unless-passing.ts";

const transferLock = "clientTransferProhibited";

/** Adding a status that is already set would be refused. Safe to repeat. */
export const sendLock =
  (
    { name }: Pick<DomainRow, "name">,
    { locked }: Pick<Extract<IntentChange, { kind: "change_lock" }>, "locked">,
  ): Send =>
  (registrar, options) =>
    unlessPassing(async () =>
      (await readHeld(registrar, name)).statuses.includes(transferLock) === locked
        ? "completed"
        : registrar.changeLock(name, locked, options),
    );
