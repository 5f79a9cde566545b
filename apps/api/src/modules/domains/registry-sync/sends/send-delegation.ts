import type { DomainRow } from "../../model/domain-row.ts";
import { readHeld } from "../../model/registrar.ts";
import type { Send } from "../../ports.ts";
import type { Delegation } from "../intents/intent-change.ts";
import { unlessPassing } from "./unless-passing.ts";

/** Sets nameservers only if the name has none, so that later choices stay. Safe to repeat. */
export const sendDelegation =
  ({ name }: Pick<DomainRow, "name">, { nameservers, glue }: Delegation): Send =>
  (registrar, options) =>
    unlessPassing(async () => {
      if ((await readHeld(registrar, name)).nameservers.length > 0) {
        return "completed";
      }
      const after = nameservers.map((host) => ({
        host,
        addresses: glue.find((known) => known.host === host)?.addresses ?? [],
      }));
      return registrar.changeNameservers(name, { before: [], after }, options);
    });
