import { it } from "vitest";
import { checkYears, runYear } from "./support/domains/year-of-a-domain.ts";

it("completes a year for forty domains, each event once, while workers are killed ten times", async () => {
  checkYears(await runYear({ domainsOfEach: 20, killsOfEach: 5 }), 10);
}, 600_000);
