import { expect, it } from "vitest";
import { findRelease, upgradeWhileServing } from "./upgrade-while-serving.ts";

const release = findRelease();

it.skipIf(release === undefined)(
  "upgrades 2,000 deliveries of the last release while its processes serve (needs its commit in this clone)",
  async () => {
    const count = 2_000;
    const { changed, deliveries, unlabeled, isContracted, during } = await upgradeWhileServing(
      release ?? "",
      count,
    );
    expect(during.changes).toBeGreaterThan(0);
    expect({ deliveries, unlabeled, isContracted }).toEqual({
      deliveries: count + changed,
      unlabeled: 0,
      isContracted: true,
    });
  },
);
