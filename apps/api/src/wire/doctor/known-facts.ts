import { z } from "zod";

/** What the command around the doctor has found: only it sees the data folder and the supervisor. */
const knownFacts = z.object({
  /** Whether the supervisor of this data folder is running; null if there may be processes without one. */
  isRunning: z.boolean().nullable().default(null),
  /** Settings that `npm start` refuses before it starts any process. */
  mistakes: z.array(z.string()).default([]),
  /** Why there is no address of a database. */
  database: z
    .object({ state: z.enum(["failed", "skipped"]), message: z.string(), fix: z.string() })
    .nullable()
    .default(null),
});
export type KnownFacts = z.output<typeof knownFacts>;

export const readKnownFacts = (json: string): KnownFacts => knownFacts.parse(JSON.parse(json));
