import { encodeResult, type PollCommand } from "@zonepost/epp";
import { Refusal } from "../refusal.ts";
import { renewAllDue } from "../state/auto-renew.ts";
import { oldestMessage, removeMessage } from "../state/poll-messages.ts";
import type { CommandContext, Done } from "./command-context.ts";

export async function pollMessages(
  { sql, registrar, now }: CommandContext,
  command: PollCommand,
): Promise<Done> {
  if (command.operation === "acknowledge") {
    if (!(await removeMessage(sql, registrar, command.messageId))) {
      throw new Refusal(2303, "there is no such message");
    }
    return {};
  }
  await renewAllDue(sql, registrar, now);
  const oldest = await oldestMessage(sql, registrar);
  if (!oldest) return { code: 1300 };
  const { count, message } = oldest;
  return {
    code: 1301,
    queue: { count, id: message.id, queuedAt: message.queuedAt, text: message.text },
    parts: encodeResult("poll", message.subject ? { subject: message.subject } : {}),
  };
}
