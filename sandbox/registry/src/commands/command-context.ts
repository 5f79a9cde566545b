import type { QueueReport, ResultParts } from "@zonepost/epp/codec";
import type postgres from "postgres";

/** The circumstances in which a command is executed. */
export type CommandContext = {
  sql: postgres.Sql;
  /** The registrar that sent the command. */
  registrar: string;
  /** The registry's date. */
  now: Date;
};

/** The result of a command. A refused command throws a Refusal instead. */
export type Done = {
  /** Default: 1000. */
  code?: number;
  parts?: ResultParts;
  queue?: QueueReport;
};
