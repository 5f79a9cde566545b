import { screen } from "@testing-library/react";
import type { TldOffer } from "@zonepost/schema";
import { it } from "vitest";
import type { Domain } from "@/features/domains/domain.ts";
import { fakeApi } from "@/testing/fake-api.ts";
import { commonAnswers } from "@/testing/forms.tsx";
import { domain, offer } from "@/testing/records.ts";
import { renderInPanel } from "@/testing/render-in-panel.tsx";
import { SettingSwitches } from "./setting-switches.tsx";

const expired: Domain = {
  ...domain,
  status: "expired",
  autoRenew: false,
  expiresAt: "2026-12-06T12:00:00.000Z",
  deletesAt: "2027-01-05T12:00:00.000Z",
};

it.each<[what: string, deletesAt: string | null, offer: TldOffer | undefined, sentence: RegExp]>([
  ["its date", expired.deletesAt, offer, /Unless you renew it, it enters redemption on 5 Jan 2027\./],
  ["no date", null, offer, /Unless you renew it, it enters redemption after the grace period\./],
  [
    "a TLD without redemption",
    expired.deletesAt,
    { ...offer, redemptionDays: 0 },
    /Unless you renew it, it is deleted on 5 Jan 2027\./,
  ],
])("says what follows the grace period: %s", async (_what, deletesAt, tld, sentence) => {
  fakeApi(commonAnswers);
  renderInPanel(<SettingSwitches domain={{ ...expired, deletesAt }} offer={tld} />);
  await screen.findByText(sentence);
});
