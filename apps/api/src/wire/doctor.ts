import { type Env, readEnvPartly } from "../env.ts";
import { addressChecks } from "./doctor/address-checks.ts";
import { connectToDatabase, databaseChecks } from "./doctor/database-checks.ts";
import { type CheckResult, runChecks } from "./doctor/finding.ts";
import { type KnownFacts, readKnownFacts } from "./doctor/known-facts.ts";
import { machineChecks } from "./doctor/machine-checks.ts";
import { settingsChecks } from "./doctor/settings-checks.ts";
import { systemChecks } from "./doctor/system-checks.ts";
import { workChecks } from "./doctor/work-checks.ts";

export { reportOf, textOf } from "./doctor/report.ts";
export { readKnownFacts };

const limitMs = 20_000;

/** Looks at everything that the settings name, also if some of them are wrong. Changes nothing. */
export async function examine(
  facts: KnownFacts,
  /** Default: the environment. */
  source?: Record<string, string | undefined>,
): Promise<CheckResult[]> {
  const { env, mistakes } = readEnvPartly(source);
  // Its absence has a check of its own, which says why.
  const others = mistakes.filter(
    (each) => facts.database === null || !each.startsWith("DATABASE_URL: must be set"),
  );
  const all = [...facts.mistakes, ...others];
  const database = connectToDatabase(env, facts);
  try {
    return await runChecks(
      [
        ...settingsChecks(all.length === 0 ? (env as Env) : undefined, all),
        ...databaseChecks(env, database),
        ...machineChecks(env),
        ...addressChecks(env, facts),
        ...systemChecks(env, facts, database),
        ...workChecks(env, facts, database),
      ],
      limitMs,
    );
  } finally {
    // A connection that never opened would keep this waiting.
    database.close().catch(() => {});
  }
}
