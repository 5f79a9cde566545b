import type { DomainStatus } from "@zonepost/schema";
import type { DomainPageInput } from "@zonepost/schema/panel";
import { wordsOf } from "../../lib/next-page.ts";

/** Enough to choose from; people who have more type a part of the name. */
const mostChoices = 50;

/** What a picker asks for, on the server and in the browser. */
export const domainChoicesInput = (search: string, status?: DomainStatus) =>
  ({
    q: wordsOf(search),
    status,
    sort: "name",
    limit: mostChoices,
  }) satisfies Partial<DomainPageInput>;
