import { attentionRows } from "./attention.ts";
import { auditRows } from "./audit.ts";
import { domainChangeRows } from "./domains/change.ts";
import { domainDnssecRows } from "./domains/dnssec.ts";
import { domainRows } from "./domains/domains.ts";
import { domainManyRows } from "./domains/many.ts";
import { domainMoveRows } from "./domains/move.ts";
import { domainSearchRows } from "./domains/search.ts";
import { domainTermRows } from "./domains/term.ts";
import { finderRows } from "./finder.ts";
import { apiKeyRows } from "./keys.ts";
import { mailOrderRows, mailRows } from "./mail.ts";
import { meRows } from "./me.ts";
import { openRows } from "./open.ts";
import { operatorRows } from "./operator.ts";
import { orderRows } from "./orders.ts";
import { paymentRows } from "./payments.ts";
import { peopleRows } from "./people.ts";
import type { Rows } from "./row.ts";
import { sessionRows } from "./session.ts";
import { webhookRows } from "./webhooks.ts";
import { zoneRows } from "./zones.ts";

const areas: Rows[] = [
  attentionRows,
  domainRows,
  domainTermRows,
  domainChangeRows,
  domainMoveRows,
  domainSearchRows,
  domainDnssecRows,
  domainManyRows,
  finderRows,
  mailRows,
  mailOrderRows,
  orderRows,
  paymentRows,
  operatorRows,
  webhookRows,
  zoneRows,
  peopleRows,
  meRows,
  apiKeyRows,
  auditRows,
  sessionRows,
  // Last, because signing out ends the sessions that the tests above use.
  openRows,
];
const collect = <Kind extends keyof Rows>(kind: Kind): NonNullable<Rows[Kind]> =>
  Object.assign({}, ...areas.map((area) => area[kind]));
export const allRows = { rest: collect("rest"), trpc: collect("trpc"), open: collect("open") };
