import type { Ctx } from "../../../kernel/ctx.ts";
import { registryOutcomeUnknown } from "../errors.ts";
import type { DomainRow } from "../model/domain-row.ts";
import type { DomainPorts, Send } from "../ports.ts";
import type { IntentChange } from "./intents/intent-change.ts";
import { recordIntents } from "./intents/record-intents.ts";
import { sendIntents } from "./send-intents.ts";

/** Changes a domain at its registry while the caller waits: records the intents, sends the change, reconciles. */
export async function changeAtRegistry(
  ctx: Ctx & DomainPorts,
  domain: DomainRow,
  changes: IntentChange | readonly IntentChange[],
  send: Send,
  options: { isWholeDsSet?: boolean } = {},
): Promise<DomainRow> {
  const list = "kind" in changes ? [changes] : changes;
  const intentIds = await recordIntents(ctx, domain, list, options);
  const result = await sendIntents(ctx, domain, intentIds, send);
  if (result.state === "pending") {
    throw registryOutcomeUnknown(undefined);
  }
  return result.row;
}
