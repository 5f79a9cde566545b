import { rm } from "node:fs/promises";
import path from "node:path";
import type { AgentDatabase } from "./agent-database.ts";
import { type RoundOptions, repeatRounds } from "./mailbox-rounds.ts";

export type EraseOptions = RoundOptions & { database: Pick<AgentDatabase, "findErased"> };

/** Removes the folders of erased accounts. Asks about those that exist, because the list of erased accounts grows without end. */
export const eraseMailboxes = ({ database, ...options }: EraseOptions): Promise<void> =>
  repeatRounds(options, {
    select: (accountIds) => database.findErased(accountIds),
    async work(id) {
      await rm(path.join(options.mailboxes, id), { recursive: true, force: true });
      options.log.info({ accountId: id }, "erased the messages of an account");
    },
    failures: {
      select: "the messages of erased accounts were not looked for; retrying",
      work: "the messages of an account could not be erased; retrying",
    },
  });
