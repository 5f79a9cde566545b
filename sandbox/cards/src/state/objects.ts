import type postgres from "postgres";
import type { Stored } from "../objects/kinds.ts";
import type { Kind } from "../objects/object-fields.ts";
import { resourceMissing } from "../stripe-error.ts";

export type Queryable = postgres.Sql | postgres.TransactionSql;

export type PageRequest = {
  limit: number;
  startingAfter?: string;
  endingBefore?: string;
};

export type Page<K extends Kind> = { items: Stored<K>[]; hasMore: boolean };

/** Fields that the body must contain, and bounds of `created` in seconds. */
export type Filter = {
  contains?: Record<string, unknown>;
  types?: readonly string[];
  created?: { gt?: number; gte?: number; lt?: number; lte?: number };
};

/** Reads and writes the API's objects. */
export class Objects {
  readonly #sql: Queryable;

  constructor(sql: Queryable) {
    this.#sql = sql;
  }

  async insert<K extends Kind>(
    kind: K,
    { body, hidden }: Stored<K>,
    options: { dueAt?: Date } = {},
  ): Promise<void> {
    await this.#sql`
      insert into cards.objects (id, kind, due_at, body, hidden)
      values (${body.id}, ${kind}, ${options.dueAt ?? null}, ${json(body)}::text::jsonb, ${json(hidden)}::text::jsonb)`;
  }

  async save<K extends Kind>(
    _kind: K,
    { body, hidden }: Stored<K>,
    options: { dueAt?: Date | null } = {},
  ): Promise<void> {
    await this.#sql`
      update cards.objects set body = ${json(body)}::text::jsonb, hidden = ${json(hidden)}::text::jsonb
        ${options.dueAt === undefined ? this.#sql`` : this.#sql`, due_at = ${options.dueAt}`}
      where id = ${body.id}`;
  }

  async find<K extends Kind>(kind: K, id: string): Promise<Stored<K> | undefined> {
    const [row] = await this.#sql<Stored<K>[]>`
      select body, hidden from cards.objects where id = ${id} and kind = ${kind}`;
    return row;
  }

  /** `param` is the parameter that an error names. */
  async get<K extends Kind>(kind: K, id: string, param: string): Promise<Stored<K>> {
    return (await this.find(kind, id)) ?? missing(kind, id, param);
  }

  /** Until the transaction ends, no other changes the object. */
  async lock<K extends Kind>(kind: K, id: string, param: string): Promise<Stored<K>> {
    const [row] = await this.#sql<Stored<K>[]>`
      select body, hidden from cards.objects where id = ${id} and kind = ${kind} for update`;
    return row ?? missing(kind, id, param);
  }

  /** The newest first. With `endingBefore`, the items directly before that one. */
  async list<K extends Kind>(kind: K, filter: Filter, page: PageRequest): Promise<Page<K>> {
    const sql = this.#sql;
    const { contains = {}, types, created = {} } = filter;
    const after = page.startingAfter && (await this.#sequenceOf(kind, page.startingAfter, "starting_after"));
    const before = page.endingBefore && (await this.#sequenceOf(kind, page.endingBefore, "ending_before"));
    const createdAt = sql`(body ->> 'created')::bigint`;
    const rows = await sql<Stored<K>[]>`
      select body, hidden from cards.objects
      where kind = ${kind} and body @> ${json(contains)}::text::jsonb and not body ? 'deleted'
        ${types ? sql`and body ->> 'type' = any(${[...types]})` : sql``}
        ${created.gt === undefined ? sql`` : sql`and ${createdAt} > ${created.gt}`}
        ${created.gte === undefined ? sql`` : sql`and ${createdAt} >= ${created.gte}`}
        ${created.lt === undefined ? sql`` : sql`and ${createdAt} < ${created.lt}`}
        ${created.lte === undefined ? sql`` : sql`and ${createdAt} <= ${created.lte}`}
        ${after ? sql`and sequence < ${after}` : sql``}
        ${before ? sql`and sequence > ${before}` : sql``}
      order by sequence ${before ? sql`asc` : sql`desc`} limit ${page.limit + 1}`;
    const items = rows.slice(0, page.limit);
    return { items: before ? items.reverse() : items, hasMore: rows.length > page.limit };
  }

  /** What the account holds in a currency: all movements of its balance, without their fees. */
  async balance(currency: string): Promise<number> {
    const [row] = await this.#sql<{ net: string }[]>`
      select coalesce(sum((body ->> 'net')::bigint), 0) as net from cards.objects
      where kind = 'balance_transaction' and body @> ${json({ currency })}::text::jsonb`;
    return Number(row?.net ?? 0);
  }

  async #sequenceOf(kind: Kind, id: string, param: string): Promise<string> {
    const [row] = await this.#sql<{ sequence: string }[]>`
      select sequence from cards.objects where id = ${id} and kind = ${kind}`;
    return row?.sequence ?? missing(kind, id, param);
  }
}

/** The name in messages such as "No such customer". */
const kindNames: Partial<Record<Kind, string>> = {
  "checkout.session": "checkout session",
  payment_method: "PaymentMethod",
  setup_intent: "setupintent",
};

function missing(kind: Kind, id: string, param: string): never {
  throw resourceMissing(kindNames[kind] ?? kind, id, param);
}

const json = (value: unknown): string => JSON.stringify(value);
