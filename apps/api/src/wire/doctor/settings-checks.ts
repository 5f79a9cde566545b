import type { Env } from "../../env.ts";
import { unsafeSettings } from "../../unsafe-settings.ts";
import { loadTldRules } from "../domains.ts";
import { loadPriceList } from "../payments.ts";
import { type Check, failed, ok, reasonOf, skipped, warning } from "./finding.ts";

const group = "Settings";

/** The settings themselves, their files, and those that make a live installation unsafe. */
export function settingsChecks(env: Env | undefined, mistakes: readonly string[]): Check[] {
  const all = [...mistakes, ...(env ? mistakesInFiles(env) : [])];
  return [
    {
      id: "settings",
      group,
      run: async () =>
        all.length === 0
          ? ok(`All settings are valid, in ${env?.ZONEPOST_MODE} mode.`)
          : failed(
              `${all.length === 1 ? "A setting is" : `${all.length} settings are`} wrong: ${all.join("; ")}.`,
              "Correct them; docs/operations.md lists all settings.",
            ),
    },
    { id: "unsafe-settings", group, run: async () => judgeUnsafe(env) },
  ];
}

function mistakesInFiles(env: Env): string[] {
  try {
    loadPriceList(env, loadTldRules(env));
    return [];
  } catch (error) {
    return error instanceof Error ? error.message.split("\n") : [reasonOf(error)];
  }
}

function judgeUnsafe(env: Env | undefined) {
  if (!env) {
    return skipped("Unsafe settings weren't looked for.", "Correct the settings first.");
  }
  if (env.ZONEPOST_MODE === "sandbox") {
    return skipped("A sandbox accepts settings that are unsafe for live mode.", "Nothing to do.");
  }
  const found = unsafeSettings(env);
  const refused = found.filter(({ name }) => !env.LIVE_ALLOW_UNSAFE.includes(name));
  const inWords = (list: typeof found) => list.map(({ name, reason }) => `${name} ${reason}`).join("; ");
  if (refused.length > 0) {
    return failed(`Live mode refuses to start: ${inWords(refused)}.`, "Correct these settings.");
  }
  return found.length > 0
    ? warning(`LIVE_ALLOW_UNSAFE accepts: ${inWords(found)}.`, "Make sure that each is intended.")
    : ok("No setting is unsafe for live mode.");
}
