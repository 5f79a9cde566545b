import { it } from "vitest";
import { checkLives, liveThroughYear } from "./support/year-of-a-domain.ts";

it("completes a year for forty domains, each event once, while workers are killed ten times", async () => {
  checkLives(await liveThroughYear({ domainsOfEach: 20, killsOfEach: 5 }), 10);
}, 600_000);
