import type { HostCreateCommand } from "@zonepost/epp";
import { encodeResult } from "@zonepost/epp/codec";
import { Refusal } from "../../refusal.ts";
import { changeAddresses } from "../../rules/addresses.ts";
import { isHostName, superordinateOf } from "../../rules/names.ts";
import { insertHost } from "../../state/hosts.ts";
import type { CommandContext, Done } from "../command-context.ts";
import { offeredName } from "../domain/domain-access.ts";
import { assertAddresses, assertOwnSuperordinate } from "./host-access.ts";

export async function createHost(context: CommandContext, command: HostCreateCommand): Promise<Done> {
  const name = command.name.toLowerCase();
  if (!isHostName(name)) {
    throw new Refusal(2005, `${command.name} is not a host name`);
  }
  const superordinate = superordinateOf(name);
  if (superordinate !== null && offeredName(superordinate).rules.profile.hostModel === "attributes") {
    throw new Refusal(2306, "name servers are host attributes there");
  }
  const addresses = changeAddresses([], [], command.addresses ?? []);
  await context.sql.begin(async (tx) => {
    if (superordinate !== null) {
      await assertOwnSuperordinate(tx, superordinate, context);
    }
    assertAddresses(superordinate, addresses);
    const inserted = await insertHost(tx, {
      name,
      sponsor: context.registrar,
      superordinate,
      addresses,
      createdBy: context.registrar,
      createdAt: context.now,
    });
    if (!inserted) {
      throw new Refusal(2302, "this host exists");
    }
  });
  return { parts: encodeResult("host:create", { name, createdAt: context.now }) };
}
