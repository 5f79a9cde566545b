import type { DomainRow } from "../../model/domain-row.ts";
import { readHeld } from "../../model/registrar.ts";
import type { Send } from "../../ports.ts";
import { isLocked } from "../../rules/is-locked.ts";
import { unlessPassing } from "./unless-passing.ts";

/** Adding a status that is already set would be refused. Safe to repeat. */
export const sendLock =
  ({ name }: Pick<DomainRow, "name">, { locked }: { locked: boolean }): Send =>
  (registrar, options) =>
    unlessPassing(async () =>
      isLocked((await readHeld(registrar, name)).statuses) === locked
        ? "completed"
        : registrar.changeLock(name, locked, options),
    );
