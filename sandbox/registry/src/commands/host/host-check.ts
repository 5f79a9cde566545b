import type { HostCheckCommand } from "@zonepost/epp";
import { encodeResult } from "@zonepost/epp/codec";
import { Refusal } from "../../refusal.ts";
import { isHostName } from "../../rules/names.ts";
import { existingHosts } from "../../state/hosts.ts";
import type { CommandContext, Done } from "../command-context.ts";

const maxNames = 50;

export async function checkHosts({ sql }: CommandContext, { names }: HostCheckCommand): Promise<Done> {
  if (names.length > maxNames) {
    throw new Refusal(2306, `at most ${maxNames} names at once`);
  }
  const existing = await existingHosts(
    sql,
    names.map((name) => name.toLowerCase()),
  );
  const hosts = names.map((name) => {
    if (!isHostName(name)) {
      return { name, available: false, reason: "Not a host name" };
    }
    return existing.has(name.toLowerCase())
      ? { name, available: false, reason: "In use" }
      : { name, available: true };
  });
  return { parts: encodeResult("host:check", { hosts }) };
}
