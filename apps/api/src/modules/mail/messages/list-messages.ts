import { mailEvents } from "@zonepost/db";
import { type MailMessage, type MailMessageQuery, mailMessagesListed } from "@zonepost/schema";
import type { MailMessagePage } from "@zonepost/schema/panel";
import { and, asc, desc, eq, inArray, isNotNull, lt, or, type SQL, sql } from "drizzle-orm";
import { unionAll } from "drizzle-orm/pg-core";
import type { WorkspaceCtx } from "../../../kernel/ctx.ts";
import { secondMs } from "../../../kernel/durations.ts";
import { listOrPage, type OperationResult, rowAtPlace } from "../../../kernel/http/page.ts";
import { publicId } from "../../../kernel/ids.ts";
import { requireRight } from "../../../kernel/rights.ts";
import { getOwnMailDomain } from "../model/get-own-mail-domain.ts";
import { compareSteps, describeStep } from "./describe-step.ts";

type EventRow = typeof mailEvents.$inferSelect;

/** Postfix's longest pause between two attempts. */
const longestPauseMs = 4_000 * secondMs;

/** Newest first. A message to several recipients is listed once for each. */
export async function listMessages(
  ctx: WorkspaceCtx,
  domainName: string,
  query: MailMessageQuery,
): Promise<OperationResult<MailMessage[]>> {
  requireRight(ctx.actor, "mail:read");
  const mailDomain = await getOwnMailDomain(ctx, domainName);
  const before = rowAtPlace("mms", query);
  return listOrPage(query, {
    read: (limit = mailMessagesListed) => readMessages(ctx, mailDomain.id, { ...query, before, limit }),
    placeOf: ([first]) => publicId("mms", first.id),
    present: presentMessage,
  });
}

export async function pageMessages(
  ctx: WorkspaceCtx,
  domainName: string,
  query: MailMessageQuery,
): Promise<MailMessagePage> {
  const found = await listMessages(ctx, domainName, { ...query, limit: query.limit ?? mailMessagesListed });
  return Array.isArray(found)
    ? { messages: found, nextCursor: null }
    : { messages: found.page, nextCursor: found.nextCursor };
}

type Path = [EventRow, ...EventRow[]];
type Search = Omit<MailMessageQuery, "limit"> & { before: string | undefined; limit: number };

/** The first step of each message, then the steps of all of them. */
async function readMessages(
  { db, actor }: WorkspaceCtx,
  mailDomainId: string,
  search: Search,
): Promise<Path[]> {
  const { address, since, until, kind, before, limit } = search;
  const ofDomain = and(
    eq(mailEvents.mailDomainId, mailDomainId),
    eq(mailEvents.workspaceId, actor.workspaceId),
  );
  const isFirst = and(
    ofDomain,
    inArray(mailEvents.kind, ["received", "refused"]),
    before === undefined ? undefined : lt(mailEvents.id, before),
    since === undefined ? undefined : sql`${mailEvents.id} >= ${firstIdAt(since)}`,
    until === undefined ? undefined : sql`${mailEvents.id} < ${firstIdAt(until)}`,
    kind === undefined ? undefined : hasStep(kind),
  );
  const select = (condition?: SQL) =>
    db.select().from(mailEvents).where(and(isFirst, condition)).orderBy(desc(mailEvents.id)).limit(limit);
  // Each address column has its own index, which a single condition with "or" wouldn't use in this order.
  const firsts =
    address === undefined
      ? await select()
      : await unionAll(
          select(eq(mailEvents.sender, address)),
          select(and(eq(mailEvents.recipient, address), sql`${mailEvents.sender} <> ${address}`)),
          select(
            and(
              eq(mailEvents.originalRecipient, address),
              sql`${mailEvents.sender} <> ${address} and ${mailEvents.recipient} <> ${address}`,
            ),
          ),
        )
          .orderBy(sql`id desc`)
          .limit(limit);
  const queued = firsts.filter(({ queueId, kind }) => queueId !== "" && kind === "received");
  const oldest = queued.at(-1);
  const steps = oldest
    ? await db
        .select()
        .from(mailEvents)
        .where(
          and(
            ofDomain,
            isNotNull(mailEvents.queueId),
            sql`${mailEvents.id} > ${oldest.id}`,
            or(
              ...[...new Map(queued.map((row) => [`${row.host} ${row.queueId}`, row])).values()].map((row) =>
                and(eq(mailEvents.host, row.host), eq(mailEvents.queueId, row.queueId)),
              ),
            ),
          ),
        )
        .orderBy(asc(mailEvents.id))
    : [];
  const byMessage = Map.groupBy(
    steps.filter((step) => step.kind !== "received"),
    keyOf,
  );
  return firsts.map(
    (first): Path => [
      first,
      ...(first.kind === "received" ? (byMessage.get(keyOf(first)) ?? []) : []).toSorted(compareSteps),
    ],
  );
}

const keyOf = ({ host, queueId, messageId, recipient, originalRecipient }: EventRow): string =>
  JSON.stringify([host, queueId, messageId, recipient, originalRecipient]);

const hasStep = (kind: EventRow["kind"]): SQL =>
  kind === "received" || kind === "refused"
    ? sql`${mailEvents.kind} = ${kind}`
    : sql`exists (select from mail_events step
        where step.mail_domain_id = ${mailEvents.mailDomainId} and step.host = ${mailEvents.host}
          and step.queue_id = ${mailEvents.queueId} and step.recipient = ${mailEvents.recipient}
          and step.id > ${mailEvents.id} and step.kind = ${kind})`;

/** IDs begin with the milliseconds (RFC 9562 section 5.7). */
function firstIdAt(moment: string): SQL {
  const digits = Math.max(0, Date.parse(moment)).toString(16).padStart(12, "0");
  return sql`${`${digits.slice(0, 8)}-${digits.slice(8)}-0000-0000-000000000000`}::uuid`;
}

function presentMessage(path: Path): MailMessage {
  const [first] = path;
  const latest = path.at(-1) ?? first;
  return {
    id: publicId("mms", first.id),
    messageId: first.messageId,
    sender: first.sender,
    recipient: first.recipient,
    originalRecipient: first.originalRecipient,
    sizeBytes: first.sizeBytes,
    receivedAt: first.occurredAt.toISOString(),
    kind: latest.kind,
    summary: describeStep(latest),
    steps: path.map((step) => ({
      kind: step.kind,
      occurredAt: step.occurredAt.toISOString(),
      summary: describeStep(step),
      relay: step.relay,
      detail: step.detail,
      retriesBy:
        step === latest && step.kind === "deferred"
          ? new Date(step.occurredAt.getTime() + longestPauseMs).toISOString()
          : null,
    })),
  };
}
