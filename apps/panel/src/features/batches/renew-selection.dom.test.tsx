import messages from "@messages/en.json";
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { useBasket } from "@/features/basket/use-basket.ts";
import type { SelectedDomain } from "@/features/domains/listed-domain.ts";
import { keptBasket } from "@/testing/basket.ts";
import { fakeApi } from "@/testing/fake-api.ts";
import { commonAnswers } from "@/testing/forms.tsx";
import { renderInPanel } from "@/testing/render-in-panel.tsx";
import { router } from "@/testing/router.ts";
import { BulkChangeMenu } from "./bulk-change-menu.tsx";

const expiresAt = "2027-03-01T00:00:00.000Z";
const row = (name: string, more: Partial<SelectedDomain> = {}): SelectedDomain => ({
  name,
  unicodeName: name,
  status: "active",
  expiresAt,
  ...more,
});
const words = messages.bulk;

/** The basket belongs to a person in a workspace, which are read first. */
const Owner = () => (useBasket().isKnown ? <p>The basket is known</p> : null);

async function choose(rows: SelectedDomain[], item: string) {
  fakeApi(commonAnswers);
  renderInPanel([
    <Owner key="owner" />,
    <BulkChangeMenu key="menu" rows={rows} onStarted={() => undefined} />,
  ]);
  await screen.findByText("The basket is known");
  const button = await screen.findByRole("button", { name: words.change });
  await waitFor(() => expect(button).toHaveProperty("disabled", false));
  fireEvent.click(button);
  fireEvent.click(await screen.findByRole("menuitem", { name: item }));
}

describe("the menu for selected domains", () => {
  it("puts forty renewals into the basket in two clicks, each from its expiry date", async () => {
    await choose(
      Array.from({ length: 40 }, (_, index) => row(`${index}.com`)),
      words.renew,
    );
    await waitFor(() => expect(router.push).toHaveBeenCalledWith("/domains/basket"));
    const { items } = keptBasket();
    expect(items).toHaveLength(40);
    expect(items[39]).toMatchObject({ kind: "renewal", name: "39.com", currentExpiresAt: expiresAt });
  });

  it("offers to restore those in redemption, and only those", async () => {
    await choose([row("kept.com"), row("lost.com", { status: "redemption" })], words.restore);
    await waitFor(() => expect(keptBasket()?.items).toMatchObject([{ kind: "restore", name: "lost.com" }]));
    expect(keptBasket().items).toHaveLength(1);
  });
});
