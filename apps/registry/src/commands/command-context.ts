import type { QueueReport, ResultParts } from "@zonepost/epp/codec";
import type postgres from "postgres";

/** What a command is carried out with. */
export type CommandContext = {
  sql: postgres.Sql;
  /** Who asks. */
  registrar: string;
  /** The registry's date. */
  now: Date;
};

/** A command that was carried out; what is refused is thrown as a Refusal. */
export type Done = {
  /** 1000 unless said otherwise */
  code?: number;
  parts?: ResultParts;
  queue?: QueueReport;
};
