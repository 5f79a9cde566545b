import type { PendingAction, PollSubject } from "@zonepost/epp";
import { decodeClientMessage } from "@zonepost/epp/codec";
import type postgres from "postgres";
import { Refusal } from "../refusal.ts";
import type { StoredDomain } from "../rules/domain.ts";
import { heldStatuses } from "../rules/domain.ts";
import { assertUpdatable } from "../rules/statuses.ts";
import { lockDomain, saveDomain } from "../state/domains.ts";
import { keepPending, type PendingCommand, takePending } from "../state/pending-commands.ts";
import { queueMessages } from "../state/poll-messages.ts";
import type { CommandContext, Done } from "./command-context.ts";
import { offeredName, ownDomain } from "./domain/domain-access.ts";
import { executeCommand, type ObjectCommand } from "./execute-command.ts";

function statusFor({ type }: ObjectCommand) {
  switch (type) {
    case "domain:create":
      return "pendingCreate";
    case "domain:update":
      return "pendingUpdate";
    case "domain:renew":
      return "pendingRenew";
    default:
      return undefined;
  }
}

/**
 * Responds to a command with 1001 and stores it for later (RFC 5731 section 3.3). A domain is created immediately with
 * `pendingCreate`. For an update or a renewal, it only gets the pending status.
 */
export async function postpone(
  context: CommandContext,
  command: ObjectCommand,
  kept: PendingCommand,
): Promise<Done> {
  const { sql } = context;
  let done: Done = {};
  if (command.type === "domain:create") {
    done = await executeCommand(context, command);
  }
  const status = statusFor(command);
  if (status && "name" in command) {
    await changeDomain(sql, command.name, async (tx, created) => {
      if (status === "pendingCreate") {
        return { ...created, statuses: [status] };
      }
      const domain = await ownDomain(tx, offeredName(command.name), context);
      assertUpdatable(heldStatuses(domain), false);
      return { ...domain, statuses: [...domain.statuses, status] };
    });
  }
  await keepPending(sql, kept);
  return { ...done, code: 1001 };
}

async function changeDomain(
  sql: postgres.Sql,
  given: string,
  change: (tx: postgres.TransactionSql, domain: StoredDomain) => Promise<StoredDomain>,
): Promise<void> {
  await sql.begin(async (tx) => {
    const domain = await lockDomain(tx, given.toLowerCase());
    if (!domain) {
      throw new Refusal(2303, "there is no such domain");
    }
    await saveDomain(tx, await change(tx, domain));
  });
}

/** Executes the stored commands that are due by `until` (default: all of them) and notifies their registrars. */
export async function settlePending(sql: postgres.Sql, now: Date, until?: Date): Promise<number> {
  let settled = 0;
  for (let kept = await takePending(sql, until); kept; kept = await takePending(sql, until)) {
    const decidedAt = kept.dueAt && kept.dueAt < now ? kept.dueAt : now;
    await settle(sql, kept, decidedAt);
    settled += 1;
  }
  return settled;
}

async function settle(sql: postgres.Sql, kept: PendingCommand, decidedAt: Date): Promise<void> {
  const message = decodeClientMessage(kept.xml);
  if (message.type !== "command" || message.command.type === "login" || message.command.type === "logout") {
    return;
  }
  const { command } = message;
  const status = statusFor(command);
  const refusal = await attempt(async () => {
    if (status && "name" in command) {
      await changeDomain(sql, command.name, async (_tx, domain) => ({
        ...domain,
        statuses: domain.statuses.filter((held) => held !== status),
      }));
    }
    if (command.type !== "domain:create") {
      await executeCommand({ sql, registrar: kept.registrar, now: decidedAt }, command);
    }
  });
  const name = "name" in command ? command.name : "id" in command ? command.id : "";
  const subject = subjectOf(command, {
    name,
    succeeded: refusal === undefined,
    ...(kept.clTRID !== null && { clTRID: kept.clTRID }),
    svTRID: kept.svTRID,
    decidedAt,
  });
  await queueMessages(sql, [
    {
      registrar: kept.registrar,
      queuedAt: decidedAt,
      text: refusal
        ? `${command.type} of ${name} was not carried out: ${refusal.message}.`
        : `${command.type} of ${name} was carried out.`,
      ...(subject && { subject }),
    },
  ]);
}

async function attempt(run: () => Promise<void>): Promise<Refusal | undefined> {
  try {
    await run();
    return undefined;
  } catch (error) {
    if (error instanceof Refusal) {
      return error;
    }
    throw error;
  }
}

function subjectOf(command: ObjectCommand, action: PendingAction): PollSubject | undefined {
  if (command.type.startsWith("domain:")) {
    return { type: "domain:pendingAction", action };
  }
  if (command.type.startsWith("contact:")) {
    return { type: "contact:pendingAction", action };
  }
  if (command.type.startsWith("host:")) {
    return { type: "host:pendingAction", action };
  }
  return undefined;
}
