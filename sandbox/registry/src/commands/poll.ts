import type { PollCommand, PollResult } from "@zonepost/epp";
import { encodeResult } from "@zonepost/epp/codec";
import { Refusal } from "../refusal.ts";
import { passTimeForPoll } from "../state/passing-time.ts";
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
  await passTimeForPoll(sql, registrar, now);
  const oldest = await oldestMessage(sql, registrar);
  if (!oldest) {
    return { code: 1300 };
  }
  const { count, message } = oldest;
  const { id, queuedAt, text, subject, change } = message;
  const result: PollResult = { ...(subject && { subject }), ...(change && { change }) };
  return { code: 1301, queue: { count, id, queuedAt, text }, parts: encodeResult("poll", result) };
}
