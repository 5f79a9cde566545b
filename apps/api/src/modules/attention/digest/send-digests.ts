import type { Ctx } from "../../../kernel/ctx.ts";
import { forEachDueRow } from "../../../kernel/due-work/due-rows.ts";
import {
  choiceOf,
  dueDigests,
  enqueueEmail,
  findDigestReader,
  readWorkspaceForEmail,
  takeDigest,
} from "../../accounts/index.ts";
import { listAttention } from "../list-attention.ts";
import type { DigestPorts } from "../ports.ts";
import { topicOfKind } from "./attention-topics.ts";
import { digestEmail } from "./digest-email.ts";

/** Digests of a workspace are sent one at a time, and after the emails that people wait for. */
const queueOf = (workspaceId: string) => `digests:${workspaceId}`;

/** Sends each digest that is due. It is stored in the transaction that sets the next date, so each date has one at most. */
export const sendDigests = (ctx: Ctx & DigestPorts, signal: AbortSignal): Promise<void> =>
  forEachDueRow(ctx, dueDigests, signal, async (seatId, now) => {
    await sendDigest(ctx, seatId, now).catch((error: unknown) => {
      // It stays due, and doesn't hold up the others.
      ctx.log.error({ err: error, seatId }, "a digest wasn't sent");
    });
    return true;
  });

async function sendDigest(ctx: Ctx & DigestPorts, seatId: string, now: Date): Promise<void> {
  const reader = await findDigestReader(ctx.db, seatId);
  if (!reader) {
    return;
  }
  const { actor, seat } = reader;
  const { workspaceId } = actor;
  const listed = await listAttention({ ...ctx, actor });
  const items = listed.filter(
    ({ kind, snoozedUntil }) => snoozedUntil === null && choiceOf(seat, topicOfKind[kind]) === "digest",
  );
  await ctx.db.transaction(async (tx) => {
    const taken = await takeDigest(tx, seatId, seat, now);
    if (!taken) {
      return;
    }
    const workspace = await readWorkspaceForEmail(tx, workspaceId);
    const email = digestEmail({
      items,
      notices: taken.notices,
      workspaceName: workspace?.name ?? "",
      panelUrl: ctx.panelUrl,
    });
    if (email) {
      const to = {
        to: actor.email,
        language: workspace?.language ?? null,
        onlyToMemberOf: workspaceId,
        queue: queueOf(workspaceId),
      };
      await enqueueEmail(tx, ctx, { ...email, ...to }, now);
    }
  });
}
