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
import { describeStep } from "./describe-step.ts";
import { describeTls } from "./describe-tls.ts";
import { compareSteps, lastRank } from "./step-order.ts";

type EventRow = typeof mailEvents.$inferSelect;

/** Postfix's longest pause between two attempts. */
const longestPauseMs = 4_000 * secondMs;

/** Newest first. A message to several recipients is listed once for each. */
export async function listMessages(
  ctx: WorkspaceCtx,
  domainName: string,
  query: MailMessageQuery & Pick<Search, "matchesEither">,
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
  query: MailMessageQuery & Pick<Search, "matchesEither">,
): Promise<MailMessagePage> {
  const found = await listMessages(ctx, domainName, { ...query, limit: query.limit ?? mailMessagesListed });
  return Array.isArray(found)
    ? { messages: found, nextCursor: null }
    : { messages: found.page, nextCursor: found.nextCursor };
}

type Path = [EventRow, ...EventRow[]];
type Search = Omit<MailMessageQuery, "limit"> & {
  /** Whether the address or the Message-ID suffices. */
  matchesEither?: boolean;
  before: string | undefined;
  limit: number;
};

/** The first steps of paths. The others follow one that was received. */
const firstKinds = ["received", "refused", "delayed", "limited"] as const;
const isFirstKind = (kind: EventRow["kind"]): boolean => firstKinds.some((first) => first === kind);

/** The first step of each message, then the steps of all of them. */
async function readMessages(
  { db, actor }: WorkspaceCtx,
  mailDomainId: string,
  search: Search,
): Promise<Path[]> {
  const { since, until, kind, status, before, limit } = search;
  const ofDomain = and(
    eq(mailEvents.mailDomainId, mailDomainId),
    eq(mailEvents.workspaceId, actor.workspaceId),
  );
  const isFirst = and(
    ofDomain,
    inArray(mailEvents.kind, firstKinds),
    before === undefined ? undefined : lt(mailEvents.id, before),
    since === undefined ? undefined : sql`${mailEvents.id} >= ${firstIdAt(since)}`,
    until === undefined ? undefined : sql`${mailEvents.id} < ${firstIdAt(until)}`,
    kind === undefined ? undefined : hasStep(kind),
    status === undefined ? undefined : hasStatus(status),
  );
  const select = (condition?: SQL) =>
    db.select().from(mailEvents).where(and(isFirst, condition)).orderBy(desc(mailEvents.id)).limit(limit);
  // Each column has its own index, which a single condition with "or" wouldn't use in this order.
  const [condition, second, ...others] = conditionsOf(search).map((each, index, all) =>
    select(and(each, ...all.slice(0, index).map((earlier) => sql`(${earlier}) is not true`))),
  );
  const firsts =
    condition === undefined
      ? await select()
      : second === undefined
        ? await condition
        : await unionAll(condition, second, ...others)
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

/** Each of them finds messages. */
function conditionsOf({ address, messageId, matchesEither = false }: Search): (SQL | undefined)[] {
  const named =
    messageId === undefined ? undefined : inArray(mailEvents.messageId, [`<${messageId}>`, messageId]);
  if (address === undefined) {
    return named ? [named] : [];
  }
  const addressed = [mailEvents.sender, mailEvents.recipient, mailEvents.originalRecipient].map((column) =>
    eq(column, address),
  );
  return matchesEither && named ? [...addressed, named] : addressed.map((condition) => and(condition, named));
}

const keyOf = ({ host, queueId, messageId, recipient, originalRecipient }: EventRow): string =>
  JSON.stringify([host, queueId, messageId, recipient, originalRecipient]);

const stepsOfMessage = sql`from mail_events step
  where step.mail_domain_id = ${mailEvents.mailDomainId} and step.host = ${mailEvents.host}
    and step.queue_id = ${mailEvents.queueId} and step.message_id = ${mailEvents.messageId}
    and step.recipient = ${mailEvents.recipient}
    and step.original_recipient is not distinct from ${mailEvents.originalRecipient}
    and step.id > ${mailEvents.id}`;

const hasStep = (kind: EventRow["kind"]): SQL =>
  isFirstKind(kind)
    ? sql`${mailEvents.kind} = ${kind}`
    : sql`exists (select ${stepsOfMessage} and step.kind = ${kind})`;

/** The latest step has this kind. */
function hasStatus(kind: EventRow["kind"]): SQL | undefined {
  if (kind === "received") {
    return and(hasStep(kind), sql`not exists (select ${stepsOfMessage} and step.kind <> 'received')`);
  }
  const latest = sql`(select step.kind ${stepsOfMessage} and step.kind <> 'received'
    order by step.occurred_at desc, ${lastRank(sql`step.kind`)} desc, step.id desc limit 1)`;
  return isFirstKind(kind) ? hasStep(kind) : and(hasStep(kind), sql`${latest} = ${kind}`);
}

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
      tls: describeTls(step.tls),
      retriesBy:
        step === latest && (step.kind === "deferred" || step.kind === "greylisted")
          ? new Date(step.occurredAt.getTime() + longestPauseMs).toISOString()
          : null,
    })),
  };
}
