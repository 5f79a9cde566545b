import { events } from "@zonepost/db";
import type { RecordSet, ZonePublication } from "@zonepost/schema";
import { asc, eq } from "drizzle-orm";
import { rowId } from "../../../src/kernel/ids.ts";
import { until } from "../until.ts";
import { end, send, startHostedZones } from "./hosted-zones.ts";

export type ZoneFault = "worker" | "primary" | "nameserver";

/**
 * Sends change sets to several zones, and kills processes with SIGKILL meanwhile, evenly spread. Returns what isn't
 * served in the end, and what the events tell.
 */
export async function changeUnderFaults({
  changeSets,
  zoneCount,
  faults,
}: {
  changeSets: number;
  zoneCount: number;
  faults: readonly ZoneFault[];
}) {
  await using zones = await startHostedZones();
  const { api } = zones;
  const workspace = await api.createWorkspace();
  let worker = await zones.startWorker();
  const names: string[] = [];
  for (let index = 0; index < zoneCount; index += 1) {
    const name = await workspace.addDomain();
    await send(api, workspace, "POST", "/zones", { name });
    names.push(name);
  }
  const kill = async (fault: ZoneFault) => {
    if (fault === "worker") {
      await end(worker, "SIGKILL");
      // Its lease and its claims would run out within half a minute.
      await api.sql`update zone_server_lease set leased_until = now()`;
      await api.sql`update zone_publications set due_at = now()`;
      worker = await zones.startWorker();
      return;
    }
    const [primary, , second] = zones.nameservers.pids();
    const pid = fault === "primary" ? primary : second;
    if (pid !== undefined) {
      process.kill(pid, "SIGKILL");
    }
  };
  for (let index = 0; index < changeSets; index += 1) {
    const name = names[index % zoneCount] ?? "";
    await send(api, workspace, "POST", `/zones/${name}/changes`, {
      changes: [
        { action: "set", name: `host-${index}`, type: "A", values: ["192.0.2.1"] },
        { action: "set", name: "latest", type: "TXT", values: [`"${index}"`] },
      ],
    });
    const due = Math.floor(((index + 1) * faults.length) / changeSets);
    if (due > Math.floor((index * faults.length) / changeSets)) {
      await kill(faults[due - 1] ?? "worker");
    }
  }
  const [lost, different]: string[][] = [[], []];
  for (const name of names) {
    await until(`${name} is published`, async () => {
      const found = (await send(api, workspace, "GET", `/zones/${name}/publication`)) as ZonePublication;
      return found.state === "published";
    });
    const stored = ((await send(api, workspace, "GET", `/zones/${name}/records`)) as RecordSet[]).map(
      ({ name: owner, type, values }) => `${owner} ${type} ${[...values].sort().join(" ")}`,
    );
    for (const server of [0, 1, 2]) {
      const served = new Set(
        (await zones.served(server, name)).recordSets.map(
          ({ name: owner, type, values }) => `${owner} ${type} ${[...values].sort().join(" ")}`,
        ),
      );
      lost?.push(...stored.filter((set) => !served.has(set)).map((set) => `${name} at ${server}: ${set}`));
      if (served.size !== stored.length) {
        different?.push(`${name} at ${server}`);
      }
    }
  }
  return { lost, different, ...(await readEvents(zones, workspace.id)) };
}

async function readEvents({ api }: Awaited<ReturnType<typeof startHostedZones>>, workspaceId: string) {
  const rows = await api.db
    .select({ body: events.body })
    .from(events)
    .where(eq(events.workspaceId, rowId("wsp", workspaceId) ?? workspaceId))
    .orderBy(asc(events.id));
  const bodies = rows.map(
    ({ body }) => JSON.parse(body) as { type: string; data: { name: string; version: number } },
  );
  const last = new Map<string, number>();
  const publishedOutOfOrder: string[] = [];
  for (const { data } of bodies.filter(({ type }) => type === "zone.published")) {
    if (data.version <= (last.get(data.name) ?? 0)) {
      publishedOutOfOrder.push(`${data.name} ${data.version}`);
    }
    last.set(data.name, data.version);
  }
  const changed = bodies.filter(({ type }) => type === "zone.changed");
  return {
    changedEvents: new Set(changed.map(({ data }) => `${data.name} ${data.version}`)).size,
    publishedOutOfOrder,
  };
}
