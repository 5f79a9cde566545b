import { domains } from "@zonepost/db";
import type { Queryable } from "../../../kernel/ctx.ts";
import { isHeld } from "../model/get-own-domain.ts";

/** The TLDs of the installation's domains, with the registrar that holds them. */
export const listHeldTlds = (db: Queryable): Promise<{ tld: string; registrar: string }[]> =>
  db.selectDistinct({ tld: domains.tld, registrar: domains.registrar }).from(domains).where(isHeld);
