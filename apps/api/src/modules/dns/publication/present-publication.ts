import type { StoredServerAnswer, zonePublications } from "@zonepost/db";
import type { ZonePublication } from "@zonepost/schema";
import type { ZoneHosting } from "../ports.ts";

export type PublicationRow = typeof zonePublications.$inferSelect;

/** Servers that haven't been asked yet are listed too. `published` rests on their answers alone. */
export function presentPublication(
  hosting: Pick<ZoneHosting, "publicServers"> | null,
  version: number,
  row: Pick<PublicationRow, "problem" | "servers"> | undefined,
): ZonePublication {
  const answers = new Map(row?.servers.map((answer) => [answer.host, answer]));
  const servers = (hosting?.publicServers.servers ?? []).map(({ host }) =>
    presentServer(host, answers.get(host)),
  );
  const isPublished = servers.length > 0 && servers.every((server) => (server.version ?? 0) >= version);
  return {
    version,
    state: row?.problem ? "failed" : isPublished ? "published" : "publishing",
    problem: row?.problem ?? null,
    servers,
  };
}

function presentServer(
  host: string,
  answer: StoredServerAnswer | undefined,
): ZonePublication["servers"][number] {
  return answer ?? { host, serial: null, version: null, inStepAt: null, checkedAt: null, problem: null };
}
