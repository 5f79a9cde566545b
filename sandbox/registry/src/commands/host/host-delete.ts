import type { HostDeleteCommand } from "@zonepost/epp";
import { Refusal } from "../../refusal.ts";
import { assertRemovable } from "../../rules/statuses.ts";
import { domainsUsingHosts, removeHost } from "../../state/hosts.ts";
import { passTimeFor } from "../../state/passing-time.ts";
import type { CommandContext, Done } from "../command-context.ts";
import { ownHost } from "./host-access.ts";

export async function removeOwnHost(context: CommandContext, command: HostDeleteCommand): Promise<Done> {
  const name = command.name.toLowerCase();
  // A domain that is still delegated to the host may be due for a purge.
  const users = await domainsUsingHosts(context.sql, [name], "");
  const names = users.map((domain) => domain.name);
  if (names.length > 0) {
    await passTimeFor(context.sql, names, context.now);
  }
  await context.sql.begin(async (tx) => {
    const host = await ownHost(tx, name, context);
    assertRemovable(host.statuses);
    const [user] = await domainsUsingHosts(tx, [name], "");
    if (user) {
      throw new Refusal(2305, "a domain is delegated to this host");
    }
    await removeHost(tx, name);
  });
  return {};
}
