import type postgres from "postgres";
import type { Fault } from "../state/faults.ts";
import type { CommandRateLimit } from "./command-rate.ts";

/** Shared by all sessions of a registry. */
export type RegistryContext = {
  sql: postgres.Sql;
  serverId: string;
  nextTransactionId(): string;
  /** Reserves one of a registrar's sessions. Returns false if all are in use. */
  admit(registrar: string): boolean;
  leave(registrar: string): void;
  commandRate: CommandRateLimit;
  log(entry: RegistryLogEntry): void;
};

export type RegistryLogEntry =
  | {
      event: "command";
      registrar?: string;
      command: string;
      code: number;
      svTRID: string;
      clTRID?: string;
      /** From the arrival of the command to its response. */
      durationMs: number;
    }
  | { event: "fault"; command: string; kind: Fault["kind"] }
  | { event: "error"; error: unknown }
  | { event: "refused_stream"; reason: string };
